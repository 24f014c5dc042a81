/** What default federation imports by name; the plugin makes modules of them. */
declare module 'trainee/app' {
  import type { Lifecycles } from '@nemus/contract';

  const lifecycles: Lifecycles;
  export default lifecycles;
}
declare module 'institution/app' {
  import type { Lifecycles } from '@nemus/contract';

  const lifecycles: Lifecycles;
  export default lifecycles;
}
declare module 'elearning/app' {
  import type { Lifecycles } from '@nemus/contract';

  const lifecycles: Lifecycles;
  export default lifecycles;
}
declare module 'payments/app' {
  import type { Lifecycles } from '@nemus/contract';

  const lifecycles: Lifecycles;
  export default lifecycles;
}
declare module 'payments/course-purchase' {
  import type { Lifecycles } from '@nemus/contract';

  const lifecycles: Lifecycles;
  export default lifecycles;
}
declare module 'payments/credit-balance' {
  import type { Lifecycles } from '@nemus/contract';

  const lifecycles: Lifecycles;
  export default lifecycles;
}
