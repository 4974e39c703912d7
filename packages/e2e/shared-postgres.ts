import { setup } from '@counterfoil/testkit/shared-postgres-setup'

/** One PostgreSQL server for the stacks of all workers: the embedded database takes each of them seconds to start. */
// oxlint-disable-next-line import/no-default-export -- Playwright takes no other
export default setup
