/** The shared components of the portal: the only package that knows MUI and Emotion. */
export * from './theme/NemusTheme';
export * from './theme/AreaTheme';
export {
  subscribeSystemColorScheme,
  systemColorScheme,
  useResolvedColorScheme,
  type ColorSchemePreference,
  type ResolvedColorScheme,
} from './theme/color-scheme';
export { TONES, type Tone } from './theme/tokens';
export { Icon } from './icons/Icon';
export type { IconName } from './icons/icons';
export * from './layout/primitives';
export type { Sx } from './layout/sx';
export * from './layout/visibility';
export { offPaper } from './theme/print';
export * from './layout/Page';
export * from './layout/Card';
export * from './actions/Button';
export * from './actions/useSingleRun';
export * from './actions/Link';
export { FullPageSpinner, Spinner } from './feedback/Spinner';
export { Alert, Banner, type AlertTone } from './feedback/Alert';
export { ErrorCard, FailureCard, SupportId, type ErrorCardProps, type FailureCardProps } from './feedback/ErrorCard';
export { ClosedCard, type ClosedCardProps } from './feedback/ClosedCard';
export * from './feedback/EmptyState';
export * from './feedback/NotFound';
export * from './feedback/Skeleton';
export * from './display/StatTile';
export { ProgressBar, ProgressRing, type ProgressBarProps } from './display/Progress';
export * from './display/Chip';
export * from './formats/formats';
export * from './formats/days';
export * from './formats/numbers';
export * from './formats/names';
export { prepareFormats } from './formats/prepare-formats';
export type { FieldProps } from './forms/Field';
export * from './forms/TextField';
export { DateField, TimeField } from './forms/DateField';
export { NumberField } from './forms/NumberField';
export type { TypedEvent, TypedFieldProps, TypedHandle } from './forms/TypedField';
export * from './forms/Select';
export * from './forms/choices';
export * from './forms/Form';
export { ConfirmDialog, Dialog, type ConfirmDialogProps, type DialogProps } from './late/overlays';
export * from './overlays/Tooltip';
export * from './overlays/Menu';
export * from './feedback/Toast';
export { JourneyProgress, Pagination, StarRating, StarRatingInput, Switch, Tabs } from './late/components';
export { prepareParts } from './late/use-parts';
export type { TabItem, TabsProps } from './navigation/TabsFrame';
export * from './navigation/Breadcrumbs';
export * from './brand/Logo';
export * from './display/Avatar';
export * from './display/DefinitionList';
export { SampleChip } from './display/SampleChip';
export type { Step } from './display/Stepper';
export { useMobile } from './layout/useMobile';
export { Keys } from './text/Keys';
export { Markdown, type MarkdownProps } from './text/Markdown';
export * from './frame/AppFrame';
export * from './frame/AuthCard';
export * from './frame/Sidebar';
export { SidebarSearch } from './frame/SidebarSearch';
export { SidebarDivider, SidebarItem, SidebarList, type SidebarItemProps } from './frame/SidebarEntries';
export * from './frame/TopBar';
