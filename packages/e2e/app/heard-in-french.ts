/** The screen reader text of the same figures in French, as patterns like heard.ts. */

const AMOUNT = String.raw`[-−]?[\d\s]+(,\d\d)?\s\$`

const save = (title: string) => `
  - 'button /^Enregistrer en PNG : ${title}$/'
  - paragraph: /^D’après \\d+ .*, lecture de \\d\\d:\\d\\d\\./`

const foot = (title: string) => `
  - 'button /^Afficher en tableau : ${title}$/'${save(title)}`

/** The top of the overview. */
export const HEAD_HEARD_IN_FRENCH = `
- main:
  - heading "Northwind Trading" [level=1]
  - paragraph:
    - strong:
      - 'link /^${AMOUNT} : Trésorerie$/'
    - strong:
      - 'link /^${AMOUNT} : À recevoir$/'
    - strong:
      - 'link /^${AMOUNT} : factures en retard$/'
`

/** The charts of the overview below their headings. */
export const PICTURES_HEARD_IN_FRENCH: Readonly<Record<string, string>> = {
  Trésorerie: `
  - paragraph: /Vous avez/
  - paragraph: '/^\\d+ \\S+ : ${AMOUNT}$/'
  - 'slider "Trésorerie : Mois"'
  - list:
    - listitem: '/^\\d+ \\S+ : ${AMOUNT}$/'${foot('Trésorerie')}`,
  'Qui vous doit de l’argent': `
  - paragraph:
    - strong:
      - 'link /^${AMOUNT} : factures en retard$/'
  - list:
    - listitem:
      - 'link /^Pas en retard : \\d+ factures?$/'
  - heading "Plus gros retards" [level=3]
  - list:
    - listitem:
      - link /jours? de retard$/${save('Qui vous doit de l’argent')}`,
  'Entrées et sorties d’argent': `
  - paragraph: /à ce jour/
  - paragraph: '/à ce jour : entrées ${AMOUNT}, sorties ${AMOUNT}$/'
  - 'slider "Entrées et sorties d’argent : Mois"'
  - list:
    - listitem: '/^\\S+ \\d+ : entrées ${AMOUNT}, sorties ${AMOUNT}$/'${foot('Entrées et sorties d’argent')}`,
  'Bénéfice par mois': `
  - paragraph: /bénéfice|perte/
  - 'slider "Bénéfice par mois : Mois"'
  - list:
    - listitem: '/^\\S+.* : ${AMOUNT} .revenus ${AMOUNT}, dépenses ${AMOUNT}/'
  - paragraph: Compté dès que c’est gagné ou dû, et non au paiement.${foot('Bénéfice par mois')}`,
  'À venir': `
  - paragraph: /^${AMOUNT} à recevoir d’ici le/
  - list:
    - listitem: /${AMOUNT}$/
  - term: Échéance
  - definition: /^${AMOUNT}$/${foot('À venir')}`,
  'Habitudes de paiement': `
  - paragraph: /d’habitude/
  - list:
    - listitem: /l’échéance , entre (le|\\d+) jours? .* et (le|\\d+) jours? /${foot('Habitudes de paiement')}`,
  'Meilleurs clients': `
  - paragraph: /\\d+\\s% de ce qui a été facturé/
  - list:
    - listitem: /${AMOUNT}/
  - term: Total
  - definition: /^${AMOUNT}$/${foot('Meilleurs clients')}`,
  'Actifs et dettes': `
  - paragraph: /il reste/
  - group: /^Actifs ${AMOUNT}/
  - group: /^Dettes ${AMOUNT}/
  - term: Actifs moins dettes
  - definition: /^${AMOUNT}$/${foot('Actifs et dettes')}`,
  'Meilleures ventes': `
  - paragraph: /rapporte le plus/
  - list:
    - listitem: /${AMOUNT}$/
  - term: Total
  - definition: /^${AMOUNT}$/${foot('Meilleures ventes')}`,
  'Où les factures restent bloquées': `
  - paragraph: /90 derniers jours/
  - list:
    - listitem: /^Envoyées \\d+$/
    - listitem: /^Ouvertes \\d+$/
    - listitem: /^Échues à ce jour \\d+$/
    - listitem: /^Payées \\d+$/${save('Où les factures restent bloquées')}`,
}
