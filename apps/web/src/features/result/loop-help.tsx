import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import { useEffect, useState } from 'react'
import { useSession } from '#data/session/session.tsx'
import { AppLink } from '#navigation/app-link.tsx'
import { PATHS } from '#navigation/paths.ts'
import { Notice } from '#ui/notice.tsx'
import { isLoop, parseEndings, rememberEnding } from './loop-guard.ts'
import { useResultWords } from './result-links.tsx'

const MEMORY_KEY = 'endings'

/** Has this tab ended in the same way again and again? */
export function useLoopGuard(connectResult: ConnectResult): boolean {
  const [looping, setLooping] = useState(false)
  useEffect(() => {
    const now = {
      resultId: connectResult.id,
      outcome: connectResult.outcome,
      atMs: Date.parse(connectResult.finishedAt),
    }
    const endings = parseEndings(sessionStorage.getItem(MEMORY_KEY))
    setLooping(isLoop(endings, now))
    sessionStorage.setItem(MEMORY_KEY, JSON.stringify(rememberEnding(endings, now)))
  }, [connectResult])
  return looping
}

/** In place of one more try: where the provider can be asked what is wrong. */
export function LoopHelp() {
  const { session } = useSession()
  const t = useResultWords()
  const { name, connectedAppsUrl, plansUrl } = session.provider
  const address = plansUrl ?? connectedAppsUrl
  return (
    <Notice
      tone="info"
      title={t.result.again.title}
      actions={
        <>
          {address !== null && (
            <a className="button-primary" href={address}>
              {t.result.again.link(name)}
            </a>
          )}
          <AppLink className="button-plain" to={PATHS.overview}>
            {t.result.back}
          </AppLink>
        </>
      }
    >
      <p>{t.result.again.body(name)}</p>
    </Notice>
  )
}
