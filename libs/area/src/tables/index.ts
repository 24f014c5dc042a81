/** Reads tables that other programs wrote: one reader for every import. */
export { decodeAs, decodeText, type DecodedText, type Encoding } from './decode-text';
export { checkedColumns, headLetters, readColumns, FIELD_LABELS, type ColumnField, type TableColumn } from './columns';
export { readMailboxes, splitName, type Mailbox } from './mailboxes';
export { isAddress, readTable, type TableRow } from './read-table';
export { TableFileButton } from './TableFileButton';
export { ColumnSelects } from './ColumnSelects';
export { LineList } from './LineList';
export { readTableFile } from './read-file';
