import { useSession } from '#data/session/session.tsx'
import { permissionNames, permissionWords } from '#words/permission-words.ts'
import { useWords } from '#words/words.tsx'

/** Returns functions that name permissions on this page: in words, and inside a sentence. */
export function usePermissions() {
  const { scopeWords } = useSession().session.provider
  const { t, locale, format } = useWords()
  const vocabulary = { t, locale, scopeWords }
  return {
    inWords: (values: readonly string[]) => permissionWords(values, vocabulary),
    names: (values: readonly string[]) => permissionNames(values, vocabulary, format),
  }
}
