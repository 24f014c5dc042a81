import { useEffect, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import { signInFailure, type Invitation } from '@nemus/data';
import { useSingleRun } from '@nemus/ui';
import { useForm, type FieldErrors } from 'react-hook-form';
import { usePortal } from '../../portal/portal-context';
import { toastText } from './auth-messages';
import {
  EMPTY_SIGN_UP,
  INSTITUTION_MISSING,
  MISMATCH,
  signUpSchema,
  TOO_LONG,
  TOO_SHORT,
  type SignUpValues,
} from './auth-schemas';

/** The person who signs up, as far as known before the form is filled in. */
export interface SignUpStart {
  /** The address from another form of the page. */
  readonly email: string;
  /** Sent with the registration, so that the invitation page follows the first sign-in. */
  readonly invitationToken: string | null;
  /** The invited person; may arrive while the user types. It fixes address and account type. */
  readonly invitation: Invitation | null;
  /** The invitation to act for an institution; also fixes address and type. */
  readonly membership: { readonly token: string; readonly email: string } | null;
}

/** A member of an institution has an account of its type, without founding one. */
const JOINING = { userType: 'institution', joins: true } as const;

/** The registration form, its submit, and the result. Success clears the form. */
export function useSignUp({ email, invitationToken, invitation, membership }: SignUpStart) {
  const { session, toasts } = usePortal();
  const [failure, setFailure] = useState<unknown>(null);
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const form = useForm<SignUpValues>({
    resolver: zodResolver(signUpSchema),
    defaultValues: {
      ...EMPTY_SIGN_UP,
      firstName: invitation?.firstName ?? '',
      lastName: invitation?.lastName ?? '',
      email: invitation?.email ?? membership?.email ?? email,
      ...(membership && JOINING),
    },
  });
  useEffect(() => {
    if (!invitation) return;
    // Input in the meantime is kept, except for the address, which the invitation fixes.
    for (const name of ['firstName', 'lastName'] as const) {
      if (form.getValues(name) === '') form.setValue(name, invitation[name]);
    }
    form.setValue('email', invitation.email);
    form.setValue('userType', 'piw');
    form.setValue('institutionName', '');
    form.clearErrors();
  }, [form, invitation]);

  useEffect(() => {
    if (!membership) return;
    form.setValue('email', membership.email);
    form.setValue('userType', JOINING.userType);
    form.setValue('joins', JOINING.joins);
    form.clearErrors();
  }, [form, membership]);

  const fail = (description: string) => toasts.notify({ kind: 'error', title: 'Registrierungsfehler', description });

  /** One message per submit, however many errors; the fields show the rest. */
  const refuse = (found: FieldErrors<SignUpValues>) => {
    toasts.clear();
    if (found.confirmation?.message === MISMATCH) fail(MISMATCH);
    else if (found.institutionName) fail(INSTITUTION_MISSING);
    else {
      const rule = [TOO_SHORT, TOO_LONG].find(({ description }) => found.password?.message === description);
      if (rule) toasts.notify({ kind: 'error', ...rule });
    }
  };

  const signUp = useSingleRun(async (values: SignUpValues) => {
    toasts.clear();
    setFailure(null);
    setMailedTo(null);
    try {
      await session.signUp({
        ...values,
        firstName: values.firstName.trim(),
        lastName: values.lastName.trim(),
        institutionName: values.userType === 'institution' && !values.joins ? values.institutionName.trim() : null,
        ...(invitationToken !== null && { invitationToken }),
        ...(membership && { membershipToken: membership.token }),
      });
    } catch (error) {
      const { field, text } = signInFailure(error);
      if (field === 'email' || field === 'password') form.setError(field, { message: text }, { shouldFocus: true });
      else setFailure(error);
      fail(toastText(error));
      return;
    }
    toasts.notify({
      kind: 'success',
      title: 'Registrierung erfolgreich',
      description: 'Bitte überprüfen Sie Ihre E-Mails zur Bestätigung',
    });
    setMailedTo(values.email);
    form.reset({
      ...EMPTY_SIGN_UP,
      email: invitation?.email ?? membership?.email ?? '',
      ...(membership && JOINING),
    });
  });
  return { form, submit: form.handleSubmit(signUp.start, refuse), failure, mailedTo };
}
