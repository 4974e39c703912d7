import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCatalogueFolders } from './catalogue-files.ts'

/** Phrases that sounded translated, each with its replacement. */
const REPLACED: Readonly<Record<string, readonly (readonly [phrase: RegExp, instead: string])[]>> = {
  en: [
    [/\bstands? (?:on|at|in)\b/i, 'This account has $0.00 today.'],
    [/\bput away\b/i, 'archived'],
    [/\bmoved on it\b|^what (?:it was|moved|was sold)\b/i, 'Activity, Description, Items'],
    [/\bhow (?:far|to reach|they pay)\b/i, 'Progress, Contact, Payment habits'],
    [/\bprice of one\b/i, 'Unit price'],
    [/\bleft blank\b/i, 'Leave blank to …'],
    [/\bused as it is\b|\bcan be taken\b/i, 'Enter an amount above 0'],
    [/\b(?:nobody’s|no) books\b|\bcounts nowhere\b/i, 'Drafts don’t count until you approve them.'],
    [/\bdisconnects nothing\b|\bby itself\.? (?:nothing|it)\b/i, 'Your businesses stay connected.'],
    [/\bonly forgets\b/i, 'This removes the name from this device only.'],
    [/\bmade-up\b/i, 'example'],
    [/\bat the start of \{/i, 'on {day}'],
    [/\bisn’t there\b/i, 'We can’t find …'],
    [/\basked for\b(?=[^.]*$)(?<!deposit)/i, 'requested'],
    [/^(?:still )?getting\b/i, 'Loading'],
    [/\blate for the most\b|\bpaid too much\b|\bpart paid\b/i, 'Largest overdue, Overpaid, Partly paid'],
    [/\bfor a lot in\b/i, 'We’ve sent … too many requests'],
  ],
  de: [
    [/um Ihren Geldbestand zu sehen, wer/, 'um Kontostand, offene Rechnungen und Gewinn je Monat zu sehen'],
    [/\bherein\b|\bhinaus\b/i, 'Eingang, Ausgang'],
    [/\bdarauf bewegt\b|^Was (?:es war|verkauft)|^Danach$/, 'Umsätze, Beschreibung, Positionen, Saldo'],
    [/\bman (?:Ihnen )?schuldet\b|\bMan schuldet\b/, 'Offen'],
    [/Wie alles verteilt|was es schuldet$/, 'Vermögen und Schulden'],
    [/\bZeilen? (?:\{count\}|hinzu|zusammen)/, 'Position'],
    [/gibt es hier nicht\. Vielleicht/, 'ist nicht zu finden'],
    [/\bin keiner Buchhaltung\b|zählt nirgends/, 'Entwürfe zählen erst, wenn Sie sie freigeben.'],
    [/erfundenen? Zahlen/, 'Beispiel'],
    [/\bviel gefragt\b|\bauf einen Versuch\b/, 'zu viele Anfragen, keine Daten erhalten'],
    [/So kann es nicht verwendet|als hier möglich ist/, 'Geben Sie … ein'],
  ],
  fr: [
    [/\b[Nn]oter un paiement/, 'Enregistrer un paiement'],
    [/^(?:Un autre )?[Gg]enre$/, 'Type'],
    [/\b[Rr]angée?s?\b|\bRanger\b/, 'archivé, masquer'],
    [/\bdéjà connectée \?/i, 'Vous utilisez déjà … ?'],
    [/formulaire arrive|^Lecture d(?!e \{moment)/, 'Chargement'],
    [/\bToujours en train de\b/, 'Chargement … toujours en cours'],
    [/\bproduits \{|^Compte de (?:produits|charges)$|^Charges$/, 'revenus, dépenses'],
    [/\bjusqu’ici\b/, 'à ce jour'],
    [/\bbougé\b|De quoi il s’agit/, 'Mouvements, Libellé'],
    [/n’est pas là\b/, 'est introuvable'],
    [/tel quel\b|possible ici/, 'Entrez …'],
    [/inventés d’une/, 'exemple'],
    [/, (?:modifie|envoie) \{/, 'ne modifie rien, n’envoie rien'],
    [/beaucoup sollicité|^Ce sera\b|modifier et connecter/, 'trop de requêtes, seront relues'],
  ],
}

describe('the catalogues', () => {
  it('contain none of the replaced phrases', async () => {
    const found: string[] = []
    for (const folder of await findCatalogueFolders(join(import.meta.dirname, '../../..')))
      for (const file of await readdir(folder)) {
        const [, locale = ''] = /\.(\w\w)\.arb$/.exec(file) ?? []
        const messages = JSON.parse(await readFile(join(folder, file), 'utf8')) as Record<string, unknown>
        for (const [key, text] of Object.entries(messages))
          for (const [phrase, instead] of REPLACED[locale] ?? [])
            if (typeof text === 'string' && !key.startsWith('@') && phrase.test(text))
              found.push(`${file} ${key}: ${text} (rather: ${instead})`)
      }
    expect(found).toEqual([])
  })
})
