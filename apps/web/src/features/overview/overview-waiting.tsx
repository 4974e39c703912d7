import { businessName } from '#connection/state-words.ts'
import { selectedConnection } from '#data/connections.ts'
import { useSession } from '#data/session.tsx'
import { StillWaiting } from '#ui/skeleton.tsx'
import { useWords } from '#words/words.tsx'

/** The sheet on which the figures will stand, as high as they are. */
export function OverviewWaiting() {
  const { session } = useSession()
  const { t } = useWords()
  const words = useWords().t.overview
  const connection = selectedConnection(session)
  if (connection === undefined) return null
  const name = businessName(connection, t)
  const titles = [words.cash.title, words.owed.title, words.flow.title, words.profit.title]
  return (
    <div className="overview" aria-busy="true">
      <p className="lede">
        <StillWaiting label={words.getting(name)} still={words.stillGetting(name)} />
      </p>
      <div className="pictures">
        {titles.map((title) => (
          <section key={title} className="card picture picture-waiting">
            <h2>{title}</h2>
          </section>
        ))}
      </div>
    </div>
  )
}
