import { findFaults, type GlossaryEntry, type TranslatedText } from './glossary.ts'

/**
 * Canadian French, as an accountant speaks it to the owner of a small business. A person does `se connecter` with an account and
 * `connecter` with a business; both end with `déconnecter`.
 */
const FRENCH_GLOSSARY: readonly GlossaryEntry[] = [
  { en: /\bemails?\b/i, said: /courriel/i, never: /\be-?mails?\b|\bmails?\b|\bmél\b|électronique/i },
  { en: /\bpasswords?\b/i, said: /mots? de passe/i, never: /code secret/i },
  {
    en: /\bsign(?:ed|ing)? in\b(?! to continue)/i,
    said: /conne[cx]/i,
    never: /\bs’identifi|\bouvrir une session|\blogin\b/i,
  },
  {
    en: /\bsign(?:ed|s|ing)? (?:you )?out\b/i,
    said: /déconne[cx]/i,
    // Somebody quits a business; an account one signs out of.
    never: /\bquitter\b|fermer (?:la|votre) session/i,
  },
  { en: /\b(?:re)?connect(?:ed|s|ing)?\b/i, said: /conne[cx]/i, never: /\b(?:re)?lié(?:e|s|es)?\b|\bjumel/i },
  { en: /\bdisconnect(?:ed|s|ing)?\b/i, said: /déconne[cx]/i, never: /débranch/i },
  {
    en: /\bbusiness(?:es)?\b/i,
    said: /entreprise|\bune\b|\bcelle|\bla\b|\belle\b|\bbonne\b|\by\b/i,
    never: /\bsociétés?\b|\bcommerces?\b|\bbusiness\b/i,
  },
  { en: /\bapps?\b/i, said: /applications?|\bla\b/i, never: /\bapplis?\b|\bapps?\b|\blogiciels?\b/i },
  { en: /\bpermissions?\b/i, said: /autoris/i, never: /\bpermissions?\b|\bhabilitation/i },
  { en: /\b(?:dis)?allow(?:ed|s|ing)?\b/i, said: /autoris|Acceptez/i },
  { en: /\baccess\b/i, said: /accès|voir/i },
  { en: /\bremove access\b/i, said: /retirer l’accès/i, never: /\brévoquer l’accès/i },
  { en: /\bplans?\b/i, said: /forfait/i, never: /\babonnements?\b|\bformules?\b|(?<!-)\bplans?\b/i },
  { en: /\brenew(?:ed|s|ing)?\b/i, said: /renouvel/i },
  { en: /\brefresh\b/i, said: /actualis/i, never: /rafraîch/i },
  { en: /\bcheck-up\b/i, said: /vérification/i, never: /\bbilans?\b/i },
  { en: /\binvoices?\b(?!:)/i, said: /factur/i },
  { en: /\bcustomers?\b/i, said: /clients?/i, never: /\bacheteurs?\b|\bclientèle\b/i },
  { en: /\bvendors?\b/i, said: /fournisseurs?/i, never: /\bvendeurs?\b/i },
  { en: /\bestimates?\b/i, said: /devis/i, never: /\bestimations?\b|\bsoumissions?\b/i },
  { en: /\btransactions?\b/i, said: /opérations?/i, never: /\btransactions?\b/i },
  { en: /\bbalances?\b/i, said: /soldes?/i, never: /\bbalances?\b/i },
  { en: /\bbooks\b/i, said: /comptab/i, never: /\blivres\b/i },
  { en: /\bbrowsers?\b/i, said: /navigateur/i, never: /\bbrowser|\bfureteur/i },
  { en: /\bdevices?\b/i, said: /appareil/i, never: /\bpériphérique|\bdispositif/i },
  { en: /\boffline\b/i, said: /hors ligne/i, never: /hors connexion/i },
  { en: /\breceipt\b/i, said: /reçu/i, never: /\bquittance/i },
  { en: /\breference\b/i, said: /référence/i },
  { en: /\bsettings\b/i, said: /réglages?|affichage/i, never: /\bparamétr|\bpréférences\b/i },
  { en: /\btime zone\b/i, said: /fuseau horaire/i },
  {
    en: /\btry (?:it |this )?again\b/i,
    said: /réessay|nouvel essai/i,
    never: /\bressay|essayer à nouveau|essayez à nouveau/i,
  },
  { en: /\bnothing was (?:\w+ or )?shared\b/i, said: /transmis/i, never: /rien n’a été partagé/i },
  { en: /\bsorry\b/i, said: /désolés/i, never: /\boups\b/i },
  { en: /\bredirect (?:entr|address)/i, said: /adresses? de retour|adresse/i, never: /redirection/i },
  { en: /\baccess tokens?\b/i, said: /jetons? d’accès/i, never: /\btokens?\b/i },
  { en: /\bsecrets?\b/i, said: /secret/i },
]

/** Capitals keep their accents, and a printed apostrophe is a curly one. */
const MISSPELT =
  /(?:^|[.?!:]\s)(?:A(?=\s(?:l’|la|votre|ce|partir|l\b))|Etat|Etes|Ecri|Echec|Ete\b|Ca\b)|\p{L}'\p{L}|\.\.\./u

/** Returns phrases of a French catalogue that differ from the glossary, and misspellings. */
export function findGlossaryFaults(texts: readonly TranslatedText[]): readonly string[] {
  return findFaults(texts, { entries: FRENCH_GLOSSARY, misspelt: MISSPELT })
}
