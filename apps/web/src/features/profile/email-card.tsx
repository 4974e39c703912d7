import { useSession } from '#data/session.tsx'
import { Card } from '#ui/card.tsx'
import { Row, Rows } from '#ui/rows.tsx'
import { useWords } from '#words/words.tsx'

/** What is known of the account while no business is connected. */
export function EmailCard() {
  const { session } = useSession()
  const { t } = useWords()
  return (
    <Card title={t.profile.account(session.provider.name)}>
      <Rows>
        <Row name={t.profile.email}>{session.person?.email ?? t.profile.notGiven}</Row>
      </Rows>
    </Card>
  )
}
