import { type ComponentProps, type ReactNode, useMemo, useRef } from 'react'
import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isReadable } from '#connection/connection-state.ts'
import { cacheKeyOf } from '#data/session/session-state.ts'
import { useSession } from '#data/session/session.tsx'
import type { BusinessData } from '#data/use-business-data.ts'
import type { OverviewFigures } from '#figures/overview.ts'
import { AppLink } from '#navigation/app-link.tsx'
import { FiguresProvider } from '#pictures/figures-context.tsx'

/** Provides the charts inside with their business, time of reading, currency and links from numbers to rows. */
export function FiguresFrame(props: {
  readonly connection: ConnectionView
  readonly figures: Pick<OverviewFigures, 'readAt' | 'currency'>
  readonly read: Pick<BusinessData<unknown>, 'retry' | 'loading'>
  /** Links to rows of a business other than the selected one. */
  readonly Link?: ComponentProps<typeof FiguresProvider>['about']['Link']
  readonly children: ReactNode
}) {
  const { connection, figures, read } = props
  const { session } = useSession()
  const { retry, loading: isReading } = read
  const latest = useRef(retry)
  latest.current = retry
  const canRead = isReadable(connection.state)
  const again = useMemo(
    () => (canRead ? { read: () => latest.current(), isReading } : undefined),
    [canRead, isReading],
  )
  return (
    <FiguresProvider
      about={{
        connectionKey: cacheKeyOf(connection),
        readAt: figures.readAt,
        currency: figures.currency,
        provider: session.provider.name,
        Link: props.Link ?? AppLink,
        again,
      }}
    >
      {props.children}
    </FiguresProvider>
  )
}
