import { findFaults, type GlossaryEntry, type TranslatedText } from './glossary.ts'

/** German as an accountant speaks it to somebody who owns a small business, and says Sie. */
const GERMAN_GLOSSARY: readonly GlossaryEntry[] = [
  { en: /\bemails?\b/i, said: /E-Mail/, never: /\bEmails?\b|\bMails?\b(?<!E-Mails?)/ },
  { en: /\bpasswords?\b/i, said: /Passwort|Passwörter|\bes\b/, never: /Kennwort/ },
  { en: /\bsign(?:ed|ing)? in\b/i, said: /[Aa]n(?:ge)?meld|[Mm]eld|Anmeldung/, never: /einlogg|Login/i },
  { en: /\bsign(?:ed|s|ing)? (?:you )?out\b/i, said: /[Aa]b(?:ge|zu)?meld|meld/, never: /auslogg|Logout/i },
  {
    en: /\bbusiness(?:es)?\b/i,
    said: /Unternehmen|\beines?\b|\bsein|\bes\b|\balles?\b|\bIhre|\bdie\b/i,
    never: /\bFirm|Geschäft|Betrieb/,
  },
  { en: /\bplans?\b/i, said: /Tarif/, never: /\bAbo|\bPläne|\bPlan\b/ },
  { en: /\binvoices?\b(?!:)/i, said: /[Rr]echnung|^Zahlung$/ },
  { en: /\bestimates?\b/i, said: /[Aa]ngebot|^Anzahlung$/, never: /Kostenvoranschl|Offerte/ },
  { en: /\bcustomers?\b/i, said: /Kunde|Kundin/ },
  { en: /\bvendors?\b/i, said: /Lieferant/, never: /Verkäufer|Anbieter/ },
  { en: /\btransactions?\b/i, said: /Buchung/, never: /Transaktion/ },
  { en: /\bbalances?\b/i, said: /Sald/ },
  { en: /\bpermissions?\b/i, said: /Berechtigung/, never: /Genehmigung/ },
  { en: /\bdisconnect(?:ed|s|ing)?\b/i, said: /trenn/i },
  { en: /\brenew(?:ed|s|ing)?\b/i, said: /verlänger|aktiven Tarif/i, never: /erneuer/i },
  { en: /\brecovery codes?\b/i, said: /Wiederherstellungscode|[Ss]ie\b|[Bb]isherige/ },
  { en: /\bnothing was (?:\w+ or )?shared\b/i, said: /nichts (?:geändert oder )?weitergegeben/ },
  { en: /\breference\b/i, said: /Referenz|sie\b/ },
  { en: /\btime zone\b/i, said: /Zeitzone/ },
  { en: /\btry again\b/i, said: /erneut/i, never: /nochmal|noch einmal versuch/ },
  { en: /\bbooks\b/i, said: /Buchhaltung/, never: /\bBücher/ },
  { en: /\baccess\b/i, said: /Zugriff|\bihn\b|Buchhaltung/, never: /Zugang/ },
  { en: /\bplan (?:has )?ended\b/i, said: /abgelaufen/, never: /Tarif (?:ist )?beendet/ },
  { en: /\b(?:put away|archived)\b/i, said: /[Aa]rchiviert|ausblenden/, never: /weggeleg/ },
  { en: /\bstate\b(?! or\b)/i, said: /Status|state/, never: /\bZustand/ },
  { en: /\bwhat you typed\b/i, said: /Eingaben/, never: /geschrieben hatten/ },
]

/** Straight quotes, English ones, three dots, and the spelling from before 1996. */
const MISSPELT = /\p{L}'\p{L}|"|“[^„]*”|”|\.\.\.|\bda(?:ß)\b|muß/u

/** Returns phrases of a German catalogue that differ from the glossary, and misspellings. */
export function findGermanFaults(texts: readonly TranslatedText[]): readonly string[] {
  return findFaults(texts, { entries: GERMAN_GLOSSARY, misspelt: MISSPELT })
}
