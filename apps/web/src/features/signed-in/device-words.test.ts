import { describe, expect, it } from 'vitest'
import { leavingDe } from '#words/generated/leaving.de.ts'
import { leavingEn } from '#words/generated/leaving.en.ts'
import { leavingFr } from '#words/generated/leaving.fr.ts'
import { deviceWords } from './device-words.ts'

describe(deviceWords, () => {
  it.each([
    ['Firefox on Linux', 'Firefox on Linux', 'Firefox unter Linux', 'Firefox sous Linux'],
    ['Safari on iPhone', 'Safari on iPhone', 'Safari auf iPhone', 'Safari sur iPhone'],
  ])('names %s as readers of each language do', (device, ...texts) => {
    const languages = [leavingEn, leavingDe, leavingFr]
    expect(languages.map(({ signIns }) => deviceWords(device, signIns))).toEqual(texts)
  })
})
