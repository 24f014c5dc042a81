import { Fragment, useMemo, type ElementType } from 'react';
import Box from '@mui/material/Box';
import { Link } from '../actions/Link';
import { Divider, Stack, Surface, Text } from '../layout/primitives';
import { parseMarkdown, type Block, type Inline } from './markdown';

export interface MarkdownProps {
  source: string;
  /** Level of the text's first headings in the page's outline; those below them are one deeper. */
  level?: 2 | 3 | 4;
  /** Purpose of quotes: an example from practice, or an important note. */
  quotes?: 'example' | 'warning';
  /** Renders a link to a path of the portal, given as `to`, such as the router's `Link`. */
  pathLink?: ElementType;
}
type Drawing = Required<Pick<MarkdownProps, 'level' | 'quotes'>> & Pick<MarkdownProps, 'pathLink'>;

/** Renders a text in the Markdown subset. */
export function Markdown({ source, level = 2, quotes = 'example', pathLink }: MarkdownProps) {
  const blocks = useMemo(() => parseMarkdown(source), [source]);
  return (
    <Stack gap={2}>
      {/* The text is fixed while it is shown, so the position identifies a block. */}
      {blocks.map((block, index) => (
        <BlockView key={index} block={block} drawing={{ level, quotes, pathLink }} />
      ))}
    </Stack>
  );
}

const TAGS = { 2: ['h2', 'h3'], 3: ['h3', 'h4'], 4: ['h4', 'h5'] } as const;

function BlockView({ block, drawing }: { block: Block; drawing: Drawing }) {
  switch (block.kind) {
    case 'heading': {
      const deeper = block.level === 3;
      return (
        <Text
          as={TAGS[drawing.level][deeper ? 1 : 0]}
          variant={deeper || drawing.level > 2 ? 'subheading' : 'heading'}
          sx={{ paddingBlockStart: 1.5, hyphens: 'auto' }}
        >
          <Line parts={block.children} drawing={drawing} />
        </Text>
      );
    }
    case 'paragraph':
      return (
        <Text>
          <Line parts={block.children} drawing={drawing} />
        </Text>
      );
    case 'list':
      return (
        <Stack as={block.ordered ? 'ol' : 'ul'} gap={0.5}>
          {block.items.map((item, index) => (
            <li key={index}>
              <Line parts={item} drawing={drawing} />
            </li>
          ))}
        </Stack>
      );
    case 'quote':
      return (
        <Surface
          kind={drawing.quotes === 'warning' ? 'warning' : 'sunken'}
          as="blockquote"
          padding="small"
          sx={{ margin: 0 }}
        >
          <Line parts={block.children} drawing={drawing} />
        </Surface>
      );
    case 'rule':
      return <Divider />;
  }
}

function Line({ parts, drawing }: { parts: readonly Inline[]; drawing: Drawing }) {
  return parts.map((part, index) => (
    <Fragment key={index}>
      <Part part={part} drawing={drawing} />
    </Fragment>
  ));
}

function Part({ part, drawing }: { part: Inline; drawing: Drawing }) {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'gap':
      return <Gap text={part.text} />;
    case 'strong':
      return (
        <strong>
          <Line parts={part.children} drawing={drawing} />
        </strong>
      );
    case 'emphasis':
      return (
        <em>
          <Line parts={part.children} drawing={drawing} />
        </em>
      );
    case 'break':
      return <br />;
    case 'link':
      return part.href.startsWith('/') && drawing.pathLink ? (
        <Link component={drawing.pathLink} to={part.href}>
          <Line parts={part.children} drawing={drawing} />
        </Link>
      ) : (
        <Link href={part.href} external={part.href.startsWith('http')}>
          <Line parts={part.children} drawing={drawing} />
        </Link>
      );
  }
}

/** A gap that the operator still has to fill in: must be obvious. */
function Gap({ text }: { text: string }) {
  return (
    <Box
      component="mark"
      sx={{
        paddingInline: 0.5,
        borderRadius: 0.5,
        backgroundColor: 'warning.light',
        color: 'warning.dark',
        outline: '1px dashed',
        outlineColor: 'warning.main',
      }}
    >
      {text}
    </Box>
  );
}
