import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { createQueryClient } from '#data/query-client.ts'
import { decideScreen, partOf } from '#navigation/decide-screen.ts'
import { wordsOfPart } from '#navigation/lazy-parts.tsx'
import { SAMPLE_PAGES } from '#testing/sample-pages.ts'
import { ALL_LANGUAGES } from '#words/all-words.ts'
import type { Language, WordsName } from '#words/part-words.ts'
import { ALL_PARTS } from './all-parts.ts'
import { App } from './app.tsx'

it.each(Object.entries(SAMPLE_PAGES))(
  'a page declares its message parts before a component uses them: %s',
  (_name, { path, boot }) => {
    const { t, parts } = ALL_LANGUAGES.en
    const asked = new Set<WordsName>()
    const language: Language = {
      t,
      parts: {
        ...parts,
        await: (name) => {
          asked.add(name)
          return parts.await(name)
        },
      },
    }
    renderToString(
      <App
        boot={boot}
        language={language}
        loadLanguage={() => Promise.resolve(language)}
        queryClient={createQueryClient(boot)}
        parts={ALL_PARTS}
        url={path}
      />,
    )
    // A chart that has moved up suspends for its messages in its own place.
    const named = wordsOfPart(partOf(decideScreen(path, boot.session, boot)))
    expect([...asked].filter((name) => !named.includes(name) && name !== 'pictures')).toEqual([])
  },
)
