import { PASSWORD_ATTRIBUTES } from '../forms/password-attributes';
import { TextField, type TextFieldProps } from '../forms/TextField';

/** `PasswordField` for a page without scripts: with room for the button that shows the password. */
export function StillPasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  return <TextField {...PASSWORD_ATTRIBUTES} {...props} type="password" end={<></>} />;
}
