import { useEffect, useState } from 'react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { Invitation } from '@nemus/session';
import { useSingleRun } from '@nemus/ui';
import { useForm, type FieldErrors } from 'react-hook-form';
import { usePortal } from '../../portal/portal-context';
import { serverMessage } from './auth-messages';
import {
  EMPTY_SIGN_UP,
  INSTITUTION_MISSING,
  MISMATCH,
  signUpSchema,
  TOO_SHORT,
  type SignUpValues,
} from './auth-schemas';

/** Who signs up, as far as it is known before the form is filled in. */
export interface SignUpStart {
  /** The address as it was typed in another form of the page. */
  readonly email: string;
  /** Goes with the registration, so that the page that accepts the invitation comes after the first sign-in. */
  readonly invitationToken: string | null;
  /** The person who is invited; may arrive while somebody types. Whose address it is, and a trainee, is settled then. */
  readonly invitation: Invitation | null;
  /** The invitation to act for an institution that led here; settles address and type as well. */
  readonly membership: { readonly token: string; readonly email: string } | null;
}

/** Who acts for an institution has an account of its type, and founds none. */
const JOINING = { userType: 'institution', joins: true } as const;

/** The form of a registration, what its button does, and what came of it. Success clears the form. */
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
    // What was typed meanwhile is what the person wants, but the invitation is for one address.
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

  /** One message for one press of the button, however much is wrong; the fields say the rest. */
  const refuse = (found: FieldErrors<SignUpValues>) => {
    toasts.clear();
    if (found.confirmation?.message === MISMATCH) fail(MISMATCH);
    else if (found.institutionName) fail(INSTITUTION_MISSING);
    else if (found.password?.message === TOO_SHORT.description) toasts.notify({ kind: 'error', ...TOO_SHORT });
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
      setFailure(error);
      fail(serverMessage(error));
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
