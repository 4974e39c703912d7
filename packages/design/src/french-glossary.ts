/** One thing, and the one French word that the app and the provider's pages have for it. */
export type GlossaryEntry = {
  /** English text that speaks of the thing. */
  readonly en: RegExp
  /** What its French then says. */
  readonly fr: RegExp
  /** Other French words for the same thing: said nowhere. */
  readonly never?: RegExp
}

/**
 * Canadian French, as an accountant speaks it to somebody who owns a small business. What a person does with an account
 * is `se connecter`, what they do with a business is `connecter`; both end with `déconnecter`.
 */
export const FRENCH_GLOSSARY: readonly GlossaryEntry[] = [
  { en: /\bemails?\b/i, fr: /courriel/i, never: /\be-?mails?\b|\bmails?\b|\bmél\b|électronique/i },
  { en: /\bpasswords?\b/i, fr: /mots? de passe/i, never: /code secret/i },
  {
    en: /\bsign(?:ed|ing)? in\b(?! to continue)/i,
    fr: /conne[cx]/i,
    never: /\bs’identifi|\bouvrir une session|\blogin\b/i,
  },
  {
    en: /\bsign(?:ed|s|ing)? (?:you )?out\b/i,
    fr: /déconne[cx]/i,
    // Somebody quits a business; an account one signs out of.
    never: /\bquitter\b|fermer (?:la|votre) session/i,
  },
  { en: /\b(?:re)?connect(?:ed|s|ing)?\b/i, fr: /conne[cx]/i, never: /\b(?:re)?lié(?:e|s|es)?\b|\bjumel/i },
  { en: /\bdisconnect(?:ed|s|ing)?\b/i, fr: /déconne[cx]/i, never: /débranch/i },
  {
    en: /\bbusiness(?:es)?\b/i,
    fr: /entreprise|\bune\b|\bcelle|\bla\b|\belle\b|\bbonne\b|\by\b/i,
    never: /\bsociétés?\b|\bcommerces?\b|\bbusiness\b/i,
  },
  { en: /\bapps?\b/i, fr: /applications?|\bla\b/i, never: /\bapplis?\b|\bapps?\b|\blogiciels?\b/i },
  { en: /\bpermissions?\b/i, fr: /autoris/i, never: /\bpermissions?\b|\bhabilitation/i },
  { en: /\b(?:dis)?allow(?:ed|s|ing)?\b/i, fr: /autoris|Acceptez/i },
  { en: /\baccess\b/i, fr: /accès|voir/i },
  { en: /\bremove access\b/i, fr: /retirer l’accès/i, never: /\brévoquer l’accès/i },
  { en: /\bplans?\b/i, fr: /forfait/i, never: /\babonnements?\b|\bformules?\b|(?<!-)\bplans?\b/i },
  { en: /\brenew(?:ed|s|ing)?\b/i, fr: /renouvel/i },
  { en: /\brefresh\b/i, fr: /actualis/i, never: /rafraîch/i },
  { en: /\bcheck-up\b/i, fr: /vérification/i, never: /\bbilans?\b/i },
  { en: /\binvoices?\b(?!:)/i, fr: /factur/i },
  { en: /\bcustomers?\b/i, fr: /clients?/i, never: /\bacheteurs?\b|\bclientèle\b/i },
  { en: /\bvendors?\b/i, fr: /fournisseurs?/i, never: /\bvendeurs?\b/i },
  { en: /\bestimates?\b/i, fr: /devis/i, never: /\bestimations?\b|\bsoumissions?\b/i },
  { en: /\btransactions?\b/i, fr: /opérations?/i, never: /\btransactions?\b/i },
  { en: /\bbalances?\b/i, fr: /soldes?/i, never: /\bbalances?\b/i },
  { en: /\bbooks\b/i, fr: /comptab/i, never: /\blivres\b/i },
  { en: /\bbrowsers?\b/i, fr: /navigateur/i, never: /\bbrowser|\bfureteur/i },
  { en: /\bdevices?\b/i, fr: /appareil/i, never: /\bpériphérique|\bdispositif/i },
  { en: /\boffline\b/i, fr: /hors ligne/i, never: /hors connexion/i },
  { en: /\breceipt\b/i, fr: /reçu/i, never: /\bquittance/i },
  { en: /\breference\b/i, fr: /référence/i },
  { en: /\bsettings\b/i, fr: /réglages?|affichage/i, never: /\bparamétr|\bpréférences\b/i },
  { en: /\btime zone\b/i, fr: /fuseau horaire/i },
  {
    en: /\btry (?:it |this )?again\b/i,
    fr: /réessay|nouvel essai/i,
    never: /\bressay|essayer à nouveau|essayez à nouveau/i,
  },
  { en: /\bnothing was (?:\w+ or )?shared\b/i, fr: /transmis/i, never: /rien n’a été partagé/i },
  { en: /\bsorry\b/i, fr: /désolés/i, never: /\boups\b/i },
  { en: /\bredirect (?:entr|address)/i, fr: /adresses? de retour|adresse/i, never: /redirection/i },
  { en: /\baccess tokens?\b/i, fr: /jetons? d’accès/i, never: /\btokens?\b/i },
  { en: /\bsecrets?\b/i, fr: /secret/i },
]

/** Capitals keep their accents, and a printed apostrophe is a curly one. */
const MISSPELT =
  /(?:^|[.?!:]\s)(?:A(?=\s(?:l’|la|votre|ce|partir|l\b))|Etat|Etes|Ecri|Echec|Ete\b|Ca\b)|\p{L}'\p{L}|\.\.\./u

/**
 * What a French catalogue says in other words than the glossary's, or misspells.
 * @param texts key, English and French of each text
 */
export function findGlossaryFaults(
  texts: readonly (readonly [key: string, en: string, fr: string])[],
): readonly string[] {
  const oneLine = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ')
  const lines = texts.map(([key, en, fr]) => [key, oneLine(en), oneLine(fr)] as const)
  return lines.flatMap(([key, en, fr]) => [
    ...FRENCH_GLOSSARY.flatMap((entry) => [
      ...(entry.en.test(en) && !entry.fr.test(fr)
        ? [`${key}: ${entry.fr.source} is missing in “${fr}” (${en})`]
        : []),
      ...(entry.never?.test(fr) === true ? [`${key}: ${entry.never.source} in “${fr}”`] : []),
    ]),
    ...(MISSPELT.test(fr) ? [`${key}: an accent, an apostrophe or an ellipsis in “${fr}”`] : []),
  ])
}
