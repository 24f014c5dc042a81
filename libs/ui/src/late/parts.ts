/** What no page needs for its first picture, in one file: what opens above a page, and what few pages have. */
export { default as BareDialog } from '@mui/material/Dialog';
export { PassingToast } from '../feedback/PassingToast';
export { JourneyProgress } from '../display/Stepper';
export { StarRating, StarRatingInput } from '../display/StarRating';
export { Switch } from '../forms/Switch';
export { SideDrawer } from '../frame/SideDrawer';
export { Pagination } from '../navigation/Pagination';
export { TabRow } from '../navigation/TabRow';
export { ConfirmDialog, Dialog } from '../overlays/Dialog';
export { MenuPopup } from '../overlays/MenuPopup';
export { DataTable } from '../table/DataTable';
