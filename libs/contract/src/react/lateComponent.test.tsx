/** @jest-environment ../../jest.browser.mjs */
import { act, Component, type ComponentType, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { lateComponent } from './lateComponent';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const Waiting = () => <p>wartet</p>;
const Page = () => <h1>Seite</h1>;

/** Code that arrives, or fails, when the test says so. */
function code() {
  let arrive: () => void = () => undefined;
  let lose: (error: Error) => void = () => undefined;
  const promise = new Promise<{ default: ComponentType }>((resolve, reject) => {
    arrive = () => resolve({ default: Page });
    lose = reject;
  });
  return { load: jest.fn(() => promise), arrive, lose };
}

let host: HTMLElement;
let root: Root;
beforeEach(() => {
  host = document.createElement('div');
  root = createRoot(host);
});
afterEach(() => act(() => root.unmount()));
const draw = (content: ReactNode) => act(() => Promise.resolve(root.render(content)));

it('shows a placeholder until the code has loaded, and requests it once', async () => {
  const { load, arrive } = code();
  const Late = lateComponent(load, Waiting);
  expect(load).not.toHaveBeenCalled();
  await draw(<Late />);
  expect(host.textContent).toBe('wartet');
  await act(async () => arrive());
  expect(host.textContent).toBe('Seite');
  await draw(null);
  await draw(<Late />);
  expect(host.textContent).toBe('Seite');
  expect(load).toHaveBeenCalledTimes(1);
});

it('renders prepared code at once', async () => {
  const { load, arrive } = code();
  const waiting = jest.fn(Waiting);
  const Late = lateComponent(load, waiting);
  arrive();
  await Late.prepare();
  await draw(<Late />);
  expect(host.textContent).toBe('Seite');
  expect(waiting).not.toHaveBeenCalled();
});

it('requests failed code again when it renders', async () => {
  const load = jest.fn(() => Promise.resolve({ default: Page }));
  load.mockRejectedValueOnce(new Error('Loading chunk 7 failed.'));
  const Late = lateComponent(load, Waiting);
  await Late.prepare();
  await draw(<Late />);
  expect(host.textContent).toBe('Seite');
  expect(load).toHaveBeenCalledTimes(2);
});

it('throws lost code to the boundary above', async () => {
  class Boundary extends Component<{ children: ReactNode }, { message: string }> {
    override state = { message: '' };
    static getDerivedStateFromError(error: Error) {
      return { message: error.message };
    }
    override render() {
      return this.state.message || this.props.children;
    }
  }
  const reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { load, lose } = code();
  const Late = lateComponent(load, Waiting);
  await draw(
    <Boundary>
      <Late />
    </Boundary>,
  );
  await act(async () => lose(new Error('Loading chunk 7 failed.')));
  expect(host.textContent).toBe('Loading chunk 7 failed.');
  reported.mockRestore();
});
