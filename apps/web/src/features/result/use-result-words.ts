import type { ConnectResult } from '@counterfoil/bff-api/connect-result'
import { usePermissions } from '#connection/use-permissions.ts'
import { useSession } from '#data/session.tsx'
import { usePartWords, useWords } from '#words/words.tsx'
import { resultWords, type ResultCatalogue, type ResultWords } from './result-words.ts'

/** The words of this page, with those of results. */
export function useResultWords(): ResultCatalogue {
  const { t } = useWords()
  return { ...t, result: usePartWords('result') }
}

/** Heading and body of a result, in the words of this page. */
export function useResultHeading(connectResult: ConnectResult): ResultWords {
  const { session } = useSession()
  const { format } = useWords()
  const { names } = usePermissions()
  return resultWords(connectResult, session.provider.name, useResultWords(), {
    ...format,
    permissions: names,
  })
}
