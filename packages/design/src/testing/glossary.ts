/** One thing, and the one word of a language that the app and the provider's pages have for it. */
export type GlossaryEntry = {
  /** English text that speaks of the thing. */
  readonly en: RegExp
  /** The expected translation. */
  readonly said: RegExp
  /** Other words for the same thing: said nowhere. */
  readonly never?: RegExp
}

/** A message in English and in the language that is looked at. */
export type TranslatedText = readonly [key: string, en: string, translated: string]

/** Returns phrases of a catalogue that differ from the glossary, and misspellings. */
export function findFaults(
  texts: readonly TranslatedText[],
  { entries, misspelt }: { readonly entries: readonly GlossaryEntry[]; readonly misspelt: RegExp },
): readonly string[] {
  const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ')
  const lines = texts.map(([key, en, translated]) => [key, oneLine(en), oneLine(translated)] as const)
  return lines.flatMap(([key, en, translated]) => [
    ...entries.flatMap((entry) => [
      ...(entry.en.test(en) && !entry.said.test(translated)
        ? [`${key}: ${entry.said.source} is missing in “${translated}” (${en})`]
        : []),
      ...(entry.never?.test(translated) === true ? [`${key}: ${entry.never.source} in “${translated}”`] : []),
    ]),
    ...(misspelt.test(translated) ? [`${key}: an accent, a quote or an ellipsis in “${translated}”`] : []),
  ])
}
