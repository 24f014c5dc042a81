import { Component, type ReactNode } from 'react';
import { createSupportId } from '@nemus/contract';
import { ErrorCard, Page } from '@nemus/ui';
import type { Telemetry } from '@nemus/host/ports/telemetry';

interface Props {
  readonly telemetry: Telemetry;
  /** Resets on another page. */
  readonly place: string;
  readonly children: ReactNode;
}
interface State {
  /** Null while all is well. */
  readonly supportId: string | null;
  readonly place: string;
}

/** The last boundary of the shell's own pages: an error in one of them shows a card, never a blank page. */
export class ShellErrorBoundary extends Component<Props, State> {
  override state: State = { supportId: null, place: this.props.place };

  static getDerivedStateFromError(): Partial<State> {
    return { supportId: createSupportId() };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.place === state.place ? null : { place: props.place, supportId: null };
  }

  override componentDidCatch(error: unknown) {
    const message = error instanceof Error ? error.message : String(error);
    this.props.telemetry.report({ name: 'shell-error', message, data: { supportId: this.state.supportId } });
  }

  override render() {
    const { supportId } = this.state;
    if (supportId === null) return this.props.children;
    return (
      <Page title="Diese Seite kann gerade nicht angezeigt werden" width="narrow">
        <ErrorCard
          message="Es ist ein unerwarteter Fehler aufgetreten. Die übrigen Seiten des Portals können Sie weiter nutzen."
          supportId={supportId}
          onRetry={() => window.location.reload()}
        />
      </Page>
    );
  }
}
