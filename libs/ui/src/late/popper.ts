/** What shows the text of a tooltip. */
export { default as Grow } from '@mui/material/Grow';
export { default as Popper } from '@mui/material/Popper';
