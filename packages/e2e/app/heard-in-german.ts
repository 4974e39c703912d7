/** The screen reader text of the same figures in German, as patterns like heard.ts. */

const AMOUNT = String.raw`[-−]?[\d.]+(,\d\d)?\sCA\$`

const save = (title: string) => `
  - 'button /^Als PNG speichern ?: ${title}$/'
  - paragraph: /^Aus \\d+ .*, gelesen um \\d\\d:\\d\\d\\./`

const foot = (title: string) => `
  - 'button /^Als Tabelle anzeigen ?: ${title}$/'${save(title)}`

/** The top of the overview. */
export const HEAD_HEARD_IN_GERMAN = `
- main:
  - heading "Northwind Trading" [level=1]
  - paragraph:
    - strong:
      - 'link /^${AMOUNT}: Geldbestand$/'
    - strong:
      - 'link /^${AMOUNT}: Offen$/'
    - strong:
      - 'link /^${AMOUNT}: überfällige Rechnungen$/'
`

/** The charts of the overview below their headings. */
export const PICTURES_HEARD_IN_GERMAN: Readonly<Record<string, string>> = {
  Geldbestand: `
  - paragraph: /Sie haben/
  - paragraph: '/^\\d+\\. \\S+: ${AMOUNT}$/'
  - 'slider "Geldbestand: Monat"'
  - list:
    - listitem: '/^\\d+\\. \\S+: ${AMOUNT}$/'${foot('Geldbestand')}`,
  'Wer Ihnen Geld schuldet': `
  - paragraph:
    - strong:
      - 'link /^${AMOUNT}: überfällige Rechnungen$/'
  - list:
    - listitem:
      - 'link /^Nicht überfällig: \\d+ Rechnung(en)?$/'
  - heading "Größte Rückstände" [level=3]
  - list:
    - listitem:
      - link /Tage? überfällig$/${save('Wer Ihnen Geld schuldet')}`,
  'Einnahmen und Ausgaben': `
  - paragraph: /bisher/
  - paragraph: '/bisher: Eingang ${AMOUNT}, Ausgang ${AMOUNT}$/'
  - 'slider "Einnahmen und Ausgaben: Monat"'
  - list:
    - listitem: '/^\\S+ \\d+: Eingang ${AMOUNT}, Ausgang ${AMOUNT}$/'${foot('Einnahmen und Ausgaben')}`,
  'Gewinn nach Monaten': `
  - paragraph: /Gewinn|Verlust/
  - 'slider "Gewinn nach Monaten: Monat"'
  - list:
    - listitem: '/^\\S+.*: ${AMOUNT} .Erträge ${AMOUNT}, Kosten ${AMOUNT}/'
  - paragraph: Gezählt, sobald etwas verdient oder geschuldet ist, nicht erst bei der Zahlung.${foot('Gewinn nach Monaten')}`,
  'Bald fällig': `
  - paragraph: /^${AMOUNT} sind bis zum .* fällig/
  - list:
    - listitem: /${AMOUNT}$/
  - term: Fällig
  - definition: /^${AMOUNT}$/${foot('Bald fällig')}`,
  Zahlungsgewohnheiten: `
  - paragraph: /meist/
  - list:
    - listitem: /meist .* , frühestens .*, spätestens /${foot('Zahlungsgewohnheiten')}`,
  'Beste Kunden': `
  - paragraph: /\\d+\\s% dessen, was seit/
  - list:
    - listitem: /${AMOUNT}/
  - term: Summe
  - definition: /^${AMOUNT}$/${foot('Beste Kunden')}`,
  'Vermögen und Schulden': `
  - paragraph: /Es bleiben/
  - group: /^Vermögen ${AMOUNT}/
  - group: /^Schulden ${AMOUNT}/
  - term: Vermögen abzüglich Schulden
  - definition: /^${AMOUNT}$/${foot('Vermögen und Schulden')}`,
  'Umsatzstärkste Produkte': `
  - paragraph: /bringt am meisten/
  - list:
    - listitem: /${AMOUNT}$/
  - term: Summe
  - definition: /^${AMOUNT}$/${foot('Umsatzstärkste Produkte')}`,
  'Wo Rechnungen hängen bleiben': `
  - paragraph: /letzten 90 Tagen/
  - list:
    - listitem: /^Gesendet \\d+$/
    - listitem: /^Geöffnet \\d+$/
    - listitem: /^Schon fällig \\d+$/
    - listitem: /^Bezahlt \\d+$/${save('Wo Rechnungen hängen bleiben')}`,
}
