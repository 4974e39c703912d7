/** Canadian words with their European counterparts, including the articles before them that change. */
const WORDS: readonly (readonly [canadian: RegExp, european: string])[] = [
  [/\b([Ll])e courriel\b/g, '$1’e-mail'],
  [/\b([Dd])u courriel\b/g, '$1e l’e-mail'],
  [/\b([Dd])e courriel(s?)\b/g, '$1’e-mail$2'],
  [/\bcourriel(s?)\b/g, 'e-mail$1'],
  [/\bCourriel(s?)\b/g, 'E-mail$1'],
  [/\bcellulaire(s?)\b/g, 'mobile$1'],
  [/\bCellulaire(s?)\b/g, 'Mobile$1'],
]

/** Returns a Canadian French text in European French; the catalogues are in Canadian French. */
export function inEuropeanFrench(text: string): string {
  return WORDS.reduce((said, [canadian, european]) => said.replace(canadian, european), text)
}

/** Returns a catalogue in European French. Values that callers insert, such as a name, stay unchanged. */
export function toEuropeanFrench<Catalogue>(catalogue: Catalogue): Catalogue {
  return translate(catalogue, []) as Catalogue
}

function translate(value: unknown, inserted: readonly string[]): unknown {
  if (typeof value === 'string') return translateOutside(value, inserted)
  if (Array.isArray(value)) return value.map((each) => translate(each, inserted))
  if (typeof value === 'function') {
    const say = value as (...given: readonly unknown[]) => unknown
    return (...given: readonly unknown[]) =>
      translate(
        say(...given),
        given.filter((each): each is string => typeof each === 'string' && each !== ''),
      )
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, translate(each, inserted)]))
}

function translateOutside(text: string, inserted: readonly string[]): string {
  const [first, ...others] = inserted
  if (first === undefined) return inEuropeanFrench(text)
  return text
    .split(first)
    .map((part) => translateOutside(part, others))
    .join(first)
}
