import { useRef, useState } from 'react';
import { Button, Form, formatCents, formatNumber, NumberField, Row, Surface, Text } from '@nemus/ui';
import { PurchaseTerms } from '../../purchase/PurchaseTerms';
import { SalesArea } from '../../taxes/SalesArea';
import { useTax } from '../../taxes/useTax';
import { isBuyable, LEAST_CREDITS, MOST_CREDITS, raiseCredits, readCredits } from '../../plans/credits';
import { PayBy, transferProblem, type TransferOffer, type Way } from './PayBy';

/** Number of credits, their price, how they are paid, and the order button. */
export function CreditForm({
  centsPerCredit,
  hint,
  busy,
  waiting,
  offer,
  onBuy,
}: {
  centsPerCredit: number;
  hint: string;
  /** A session is being made. */
  busy: boolean;
  /** The provider's page is open. */
  waiting: boolean;
  /** Payment by transfer; null: there is no choice. */
  offer: TransferOffer | null;
  onBuy: (credits: number, way: Way) => void;
}) {
  const tax = useTax('credits');
  const [typed, setTyped] = useState(String(LEAST_CREDITS));
  const credits = readCredits(typed);
  const [chosen, setChosen] = useState<Way>('card');
  // Terms that are withdrawn leave the card.
  const way = offer === null ? 'card' : chosen;
  const problem = offer && way === 'transfer' ? transferProblem(offer, (credits ?? 0) * centsPerCredit) : undefined;
  const buyable = isBuyable(credits) && problem === undefined;
  // An open page of the provider stops no order that needs none.
  const isHeld = waiting && way === 'card';
  // The press that makes the field raise its number ends on a button that it has just enabled: that orders nothing.
  const raisedByThisPress = useRef(false);
  const raise = () => {
    const raised = String(raiseCredits(typed) ?? typed);
    raisedByThisPress.current = raised !== typed;
    setTyped(raised);
  };
  const newPress = () => {
    raisedByThisPress.current = false;
  };

  return (
    <Form
      aria-label="Credits kaufen"
      onPointerDownCapture={newPress}
      onKeyDownCapture={newPress}
      onSubmit={(event) => {
        event.preventDefault();
        if (buyable && !isHeld && !tax.isRefused && !raisedByThisPress.current) onBuy(credits, way);
        newPress();
      }}
    >
      <NumberField
        label="Anzahl der Credits"
        value={typed}
        hint={hint}
        error={
          credits !== null && credits > MOST_CREDITS
            ? `Auf einmal können Sie höchstens ${formatNumber(MOST_CREDITS)} Credits kaufen.`
            : undefined
        }
        onChange={(event) => setTyped(event.target.value)}
        onBlur={raise}
        onKeyDown={(event) => {
          // A form whose button is disabled is not sent by the enter key: the number is raised all the same.
          if (event.key === 'Enter' && !isBuyable(credits)) raise();
        }}
      />
      <Surface kind="sunken" padding="small">
        <Row justify="between" align="baseline">
          <Text as="span">Gesamtpreis</Text>
          <Text as="output" variant="heading" numeric aria-live="polite">
            {formatCents(credits === null ? null : credits * centsPerCredit)}
          </Text>
        </Row>
        <Text variant="caption" tone="muted">
          {tax.text}
        </Text>
      </Surface>
      {offer && <PayBy offer={offer} way={way} error={problem} onChoose={setChosen} />}
      <Button
        type="submit"
        variant="primary"
        icon="credits"
        loading={busy}
        disabled={!buyable || isHeld || tax.isRefused}
      >
        Jetzt kaufen
      </Button>
      <SalesArea tax={tax} />
      <PurchaseTerms />
    </Form>
  );
}
