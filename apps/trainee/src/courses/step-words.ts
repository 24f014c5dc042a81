import { endSentence, type Appointment } from '@nemus/data';
import { formatPeriod } from '../appointments/parts';
import { paths } from '../paths';
import type { NextStep } from './next-step';

/** Text and link of a step. */
export interface StepWords {
  readonly text: string;
  readonly label: string;
  readonly to: string;
}

/** @param begun whether the course was started */
export function stepWords(step: NextStep, begun: boolean): StepWords {
  switch (step.kind) {
    case 'choose':
      return { text: whyChoose(step.after), label: 'Termin wählen', to: paths.chooseDate(step.courseId) };
    case 'queue':
      return {
        text: `Sie stehen auf der Warteliste für den ${formatPeriod(step.appointment)} (Platz ${step.appointment.waitlist_position ?? 1}).${
          step.kept ? ` Ihren Platz am ${formatPeriod(step.kept)} behalten Sie, bis Sie nachrücken.` : ''
        }`,
        label: 'Zum Termin',
        to: paths.appointment(step.appointment.id),
      };
    case 'unmarked':
      return {
        text: `Ihr Termin am ${formatPeriod(step.appointment)} ist vorbei. Ihre Teilnahme wird noch eingetragen.`,
        label: 'Zum Termin',
        to: paths.appointment(step.appointment.id),
      };
    case 'learn':
      return {
        text: `das Modul „${step.module}“ im E-Learning.`,
        label: begun ? 'Weiterlernen' : 'Kurs beginnen',
        to: paths.learning(step.courseId),
      };
    case 'wait':
      return {
        text: 'Sie haben alle freigegebenen Module bearbeitet. Weitere folgen, sobald sie freigegeben sind.',
        label: 'Zum Kurs',
        to: paths.learning(step.courseId),
      };
    case 'repeat':
      return { text: '', label: 'Kurs wiederholen', to: paths.learning(step.courseId) };
    case 'attend':
      return step.appointment
        ? {
            text: endSentence(
              `Ihr Termin „${step.appointment.title}“ am ${formatPeriod(step.appointment)}${placeOf(step.appointment)}`,
            ),
            label: 'Zum Termin',
            to: paths.appointment(step.appointment.id),
          }
        : {
            text: 'Sobald ein Termin für Sie feststeht, finden Sie ihn unter „Meine Termine“.',
            label: 'Zu Ihren Terminen',
            to: paths.appointments,
          };
  }
}

const placeOf = ({ location, format }: Appointment) => `, ${location || format}`;

function whyChoose(after: Appointment | null): string {
  if (after === null) return 'Wählen Sie einen Termin.';
  const day = formatPeriod(after);
  if (after.status === 'cancelled') {
    return `Ihr Termin am ${day} wurde abgesagt. Wählen Sie einen anderen.`;
  }
  if (after.attendance === 'partial') {
    return `An Ihrem Termin am ${day} waren Sie nicht die ganze Zeit dabei. Wählen Sie einen weiteren.`;
  }
  return `An Ihrem Termin am ${day} haben Sie nicht teilgenommen. Wählen Sie einen neuen.`;
}
