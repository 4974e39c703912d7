import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { EstimateDocument } from '#generated/operations.ts'
import { DetailScreen } from '#lists/detail-screen.tsx'
import { RecordDetail, useRecord } from '#lists/record-detail.tsx'
import { SoldItems, SoldTo } from '#lists/sold-items.tsx'
import { PATHS } from '#navigation/paths.ts'
import { usePartWords } from '#words/words.tsx'
import { oneEstimateVariables } from './estimate-address.ts'
import { EstimateFacts, type OneEstimate } from './estimate-facts.tsx'
import { estimateStatus } from './estimate-status.ts'

const NEEDS = 'estimate:read'

/** One estimate: for whom, what of, how far it came. */
export function EstimateScreen(props: { readonly connection: ConnectionView; readonly id: string }) {
  return <RecordDetail {...props} Content={Estimate} />
}

function Estimate(props: { readonly connection: ConnectionView; readonly id: string }) {
  const { connection, id } = props
  const words = usePartWords('estimates')
  const read = useRecord(EstimateDocument, oneEstimateVariables(connection, id), {
    connection,
    needs: NEEDS,
  })
  const business = read.data?.business
  const estimate = business?.estimate
  return (
    <DetailScreen
      connection={connection}
      needs={NEEDS}
      read={read}
      thing={estimate}
      title={estimate ? words.one(estimate.estimateNumber) : undefined}
      lede={estimate && <Lede estimate={estimate} />}
      listPath={PATHS.estimates}
      texts={words}
    >
      {(found: OneEstimate) => (
        <div className="columns">
          <div className="column">
            <SoldItems
              sold={{
                currency: found.currency,
                items: found.items,
                subtotal: found.subtotal,
                discountTotal: found.discountTotal,
                taxTotal: found.taxTotal,
                total: found.total,
              }}
              note={words.note}
            />
          </div>
          <div className="column">
            <EstimateFacts estimate={found} zone={business?.timezone ?? null} />
          </div>
        </div>
      )}
    </DetailScreen>
  )
}

/** For whom it is, and how it is. */
function Lede({ estimate }: { readonly estimate: OneEstimate }) {
  const words = usePartWords('estimates')
  return (
    <>
      <SoldTo customer={estimate.customer} />
      {estimateStatus(estimate.status, words)}
    </>
  )
}
