import type { ConnectionView } from '@counterfoil/bff-api/connection'
import { isReadable } from '#connection/connection-state.ts'
import { ReadCard } from '#connection/read-card.tsx'
import { didNotLoad } from '#data/failure.ts'
import { useSession } from '#data/session.tsx'
import { useBusinessData } from '#data/use-business-data.ts'
import { ProfileDocument } from '#generated/operations.ts'
import { Row } from '#ui/rows.tsx'
import { Waiting } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'

/** The account at the provider, as the provider tells it. */
export function PersonCard(props: { readonly connection: ConnectionView }) {
  const { connection } = props
  const { session } = useSession()
  const { t, format } = useWords()
  const provider = session.provider.name
  const profile = useBusinessData(ProfileDocument, {}, connection, isReadable(connection.state))
  const user = profile.data?.user
  const name = [user?.firstName, user?.lastName].filter((part) => part).join(' ')
  const noName = ['user.firstName', 'user.lastName'].some((path) => didNotLoad(profile.failure, path))
    ? t.failure.partial.row
    : t.profile.notGiven
  const isWaiting = profile.loading && profile.failure === undefined
  const waiting = isWaiting ? <Waiting label={t.profile.getting} /> : t.home.notRead

  return (
    <ReadCard
      connection={connection}
      title={t.profile.account(provider)}
      read={profile}
      noteBefore={t.profile.readOnly(provider)}
      fresh={user ? t.profile.readOnly(provider) : undefined}
      rows={
        <>
          <Row name={t.profile.name}>{user ? name || noName : waiting}</Row>
          <Row name={t.profile.email}>
            {user?.defaultEmail ?? session.person?.email ?? t.profile.notGiven}
          </Row>
          <Row name={t.profile.since(provider)}>{user ? format.date(user.createdAt) : waiting}</Row>
        </>
      }
    />
  )
}
