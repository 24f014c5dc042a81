import type { Lifecycles, UserType } from '@nemus/contract';
import { fakeProfile, type FakePortsOptions } from '../fake-ports';
import { backendOf, nameOf, type Answers } from './answering-backend';
import { installBackend } from './fake-backend';
import { mountModule, type MountedModule } from './mount-module';
import './patience';
import { catchDownloads, type SavedFile } from './saved-files';

/** The pages of one area, opened one at a time. */
export interface PagesUnderTest {
  /**
   * Opens an address with a backend that answers as given, and closes the previous one, as a reload does. The last one
   * is closed at the end of a test.
   */
  open(address: string, answers?: Answers, options?: Omit<FakePortsOptions, 'address'>): Promise<MountedModule>;
  /** All requests since the page was opened. */
  requests(): readonly Request[];
  /** Requests of a table, call or function since the page was opened, by its name in {@link Answers}. */
  asked(name: string, method?: string): readonly Request[];
  /** The bodies of these requests, without reads. */
  sent(name: string): Promise<readonly unknown[]>;
  /** Files that the page downloaded since it was opened. */
  saved(): readonly SavedFile[];
}

/**
 * Pages with the real data client, and a backend and ports that a test controls. Call it once, at the top level of a
 * test file that begins with `@jest-environment ../../jest.browser.mjs`.
 *
 * @example
 * const pages = pagesUnderTest(app, 'institution');
 *
 * it('says when the settings were saved', async () => {
 *   const { ports } = await pages.open('/settings', { nemus_institution_settings: () => settings });
 *   fireEvent.click(await screen.findByRole('button', { name: 'Einstellungen speichern' }));
 *   await waitFor(() => expect(ports.toasts()).toContainEqual({ kind: 'success', title: 'Einstellungen gespeichert' }));
 * });
 */
export function pagesUnderTest(app: Lifecycles, role: UserType = 'piw'): PagesUnderTest {
  let page: MountedModule | null = null;
  let backend: ReturnType<typeof installBackend> | null = null;
  let downloads: ReturnType<typeof catchDownloads> | null = null;

  const close = async () => {
    const open = page;
    page = null;
    await open?.unmount();
    backend?.uninstall();
    backend = null;
    downloads?.restore();
    downloads = null;
  };
  afterEach(close);

  const requests = () => backend?.requests ?? [];
  const asked = (name: string, method?: string) =>
    requests().filter((request) => nameOf(request) === name && (method === undefined || request.method === method));
  return {
    async open(address, answers = {}, options = {}) {
      await close();
      backend = installBackend(backendOf(answers));
      downloads = catchDownloads();
      page = await mountModule(app, { profile: fakeProfile(role), ...options, address });
      return page;
    },
    requests,
    asked,
    sent: (name) =>
      Promise.all(
        asked(name)
          .filter(({ method }) => method !== 'GET' && method !== 'HEAD')
          // A copy, so that a test may use the answer again.
          .map(async (request): Promise<unknown> => request.clone().json()),
      ),
    saved: () => downloads?.files ?? [],
  };
}
