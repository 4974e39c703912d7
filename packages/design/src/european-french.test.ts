import { describe, expect, it } from 'vitest'
import { inEuropeanFrench, toEuropeanFrench } from './european-french.ts'

describe(inEuropeanFrench, () => {
  it.each([
    ['Adresse courriel', 'Adresse e-mail'],
    ['Courriel', 'E-mail'],
    ['Cellulaire', 'Mobile'],
    ['Consultez vos courriels', 'Consultez vos e-mails'],
    ['Le courriel est parti.', 'L’e-mail est parti.'],
    ['Le sujet du courriel', 'Le sujet de l’e-mail'],
    ['Pas de courriel ?', 'Pas d’e-mail ?'],
    ['Accueil', 'Accueil'],
  ])('translates %j to %j', (canadian, european) => {
    expect(inEuropeanFrench(canadian)).toBe(european)
  })
})

describe(toEuropeanFrench, () => {
  const catalogue = {
    email: 'Courriel',
    send: (name: string, count: number) => `À ${name}, ${count} courriels`,
    list: ['Cellulaire', { hint: 'par courriel' }],
  }
  it('translates every message of a catalogue to European French', () => {
    const { email, list, send } = toEuropeanFrench(catalogue)
    expect([email, list, send('Ada', 2)]).toEqual([
      'E-mail',
      ['Mobile', { hint: 'par e-mail' }],
      'À Ada, 2 e-mails',
    ])
  })

  it('leaves a name unchanged, even if it contains such a word', () => {
    expect(toEuropeanFrench(catalogue).send('Courriel & Cie', 1)).toBe('À Courriel & Cie, 1 e-mails')
    expect(toEuropeanFrench(catalogue).send('', 1)).toBe('À , 1 e-mails')
  })
})
