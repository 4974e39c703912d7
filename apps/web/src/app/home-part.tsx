import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { HomeScreen } from '#features/business/home-screen.tsx'
import { Overview, OverviewFoot } from '#features/overview/overview.tsx'

/** Shows the home of a business: its figures first, then its details. */
export function HomePart({ connection }: { readonly connection: ConnectionView }) {
  return (
    <HomeScreen
      connection={connection}
      figures={<Overview connection={connection} />}
      foot={<OverviewFoot connection={connection} />}
    />
  )
}
