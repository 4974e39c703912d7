import type { ReactNode } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { cacheKeyOf } from '#data/session-state.ts'
import { useSession } from '#data/session.tsx'
import type { OverviewFigures } from '#figures/overview.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { FiguresProvider } from '#pictures/figures-context.tsx'

/** Around pictures: whose figures they show, when these were read, in which currency; numbers lead to their rows. */
export function FiguresFrame(props: {
  readonly connection: ConnectionView
  readonly figures: Pick<OverviewFigures, 'readAt' | 'currency'>
  readonly children: ReactNode
}) {
  const { connection, figures } = props
  const { session } = useSession()
  return (
    <FiguresProvider
      about={{
        connectionKey: cacheKeyOf(connection),
        readAt: figures.readAt,
        currency: figures.currency,
        provider: session.provider.name,
        Link: AppLink,
      }}
    >
      {props.children}
    </FiguresProvider>
  )
}
