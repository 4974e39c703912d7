import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { useSession } from '#data/session.tsx'
import { AccountDocument } from '#generated/operations.ts'
import { DetailScreen } from '#lists/detail-screen.tsx'
import { RecordDetail, useRecord } from '#lists/record-detail.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Rich } from '#ui/rich.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { oneAccountVariables } from './account-address.ts'
import { AccountLedger } from './account-ledger.tsx'
import type { OneAccount } from './account-lines.ts'

const NEEDS = 'account:read'

/** One account: what is on it, and what moved on it. */
export function AccountScreen(props: { readonly connection: ConnectionView; readonly id: string }) {
  return <RecordDetail {...props} Content={Account} />
}

function Account(props: { readonly connection: ConnectionView; readonly id: string }) {
  const { connection, id } = props
  const { session } = useSession()
  const { format } = useWords()
  const words = usePartWords('accounts')
  const read = useRecord(
    AccountDocument,
    oneAccountVariables(connection, { accountId: id, offers: session.provider.offers }),
    {
      connection,
      needs: NEEDS,
    },
  )
  const business = read.data?.business
  const account = business?.account
  return (
    <DetailScreen
      connection={connection}
      needs={NEEDS}
      read={read}
      thing={account}
      title={account?.name}
      lede={
        account && account.balance !== null ? (
          <Rich text={words.stands(format.amount(account.balance, account.currency.code))} />
        ) : undefined
      }
      listPath={PATHS.accounts}
      texts={words}
    >
      {(found: OneAccount) => <AccountLedger account={found} business={business} />}
    </DetailScreen>
  )
}
