import { escapeHtml } from '@counterfoil/service/html-escape'
import { contactAddress } from '@counterfoil/bff-api/contact'
import type { ProblemCode } from '@counterfoil/bff-api/problem'
import { DARK, LIGHT, type Palette } from '@counterfoil/design/palette'
import type { Appearance } from '#browser/preferences.ts'

/** What happened, what it means, what to do. */
interface Words {
  readonly title: string
  readonly meaning: string
  readonly advice: string
}

interface Language {
  readonly home: string
  readonly contact: string
  readonly reference: string
  readonly other: Words
  readonly words: Readonly<Partial<Record<ProblemCode, Words>>>
}

const LANGUAGES: Readonly<Record<Appearance['locale'], Language>> = {
  en: {
    home: 'Go to Counterfoil',
    contact: 'Contact us',
    reference: 'Reference',
    other: {
      title: 'Sorry, there is a problem',
      meaning: 'It isn’t something you did. Your figures are not affected.',
      advice: 'Go back and try again. If it happens again, tell us the reference.',
    },
    words: {
      'store-unavailable': {
        title: 'Counterfoil isn’t available right now',
        meaning: 'It isn’t something you did. If you pressed something, it may not have been done.',
        advice: 'Wait a moment, then load this page again.',
      },
      'rate-limited': {
        title: 'That was a lot at once',
        meaning: 'Nothing was changed.',
        advice: 'Wait a minute, then load this page again.',
      },
      'csrf-token-mismatch': {
        title: 'This page was open for too long, or cookies are blocked',
        meaning: 'Nothing was changed.',
        advice: 'Counterfoil needs one cookie to go on. Allow cookies for this site, then start again.',
      },
      'cross-site-request': {
        title: 'Something else tried to start this',
        meaning: 'We stopped it, and nothing was changed.',
        advice: 'Open Counterfoil and start from there.',
      },
      'session-ended': {
        title: 'You have been signed out',
        meaning: 'What is connected stays connected.',
        advice: 'Open Counterfoil and sign in again.',
      },
      'not-found': {
        title: 'We can’t find that page',
        meaning: 'The address may be wrong, or the page is gone.',
        advice: 'Open Counterfoil and go on from there.',
      },
    },
  },
  fr: {
    home: 'Aller à Counterfoil',
    contact: 'Nous écrire',
    reference: 'Référence',
    other: {
      title: 'Désolés, il y a un problème',
      meaning: 'Vous n’y êtes pour rien. Vos chiffres ne sont pas touchés.',
      advice: 'Revenez en arrière et réessayez. Si cela se reproduit, donnez-nous la référence.',
    },
    words: {
      'store-unavailable': {
        title: 'Counterfoil n’est pas disponible pour le moment',
        meaning:
          'Vous n’y êtes pour rien. Si vous veniez d’appuyer sur un bouton, l’action n’a peut-être pas eu lieu.',
        advice: 'Attendez un instant, puis rechargez cette page.',
      },
      'rate-limited': {
        title: 'Cela fait beaucoup à la fois',
        meaning: 'Rien n’a été modifié.',
        advice: 'Attendez une minute, puis rechargez cette page.',
      },
      'csrf-token-mismatch': {
        title: 'Cette page est restée ouverte trop longtemps, ou les cookies sont bloqués',
        meaning: 'Rien n’a été modifié.',
        advice: 'Counterfoil a besoin d’un cookie pour continuer. Autorisez-le, puis recommencez.',
      },
      'cross-site-request': {
        title: 'Autre chose a essayé de lancer cette action',
        meaning: 'Nous l’avons arrêtée, et rien n’a été modifié.',
        advice: 'Ouvrez Counterfoil et recommencez à partir de là.',
      },
      'session-ended': {
        title: 'Votre compte a été déconnecté de Counterfoil',
        meaning: 'Ce qui est connecté le reste.',
        advice: 'Ouvrez Counterfoil et connectez-vous de nouveau.',
      },
      'not-found': {
        title: 'Cette page est introuvable',
        meaning: 'L’adresse est peut-être fausse, ou la page n’existe plus.',
        advice: 'Ouvrez Counterfoil et continuez à partir de là.',
      },
    },
  },
  de: {
    home: 'Zu Counterfoil',
    contact: 'Kontakt',
    reference: 'Referenz',
    other: {
      title: 'Entschuldigung, es gibt ein Problem',
      meaning: 'Es liegt nicht an Ihnen. Ihre Zahlen sind nicht betroffen.',
      advice:
        'Gehen Sie zurück und versuchen Sie es noch einmal. Geschieht es wieder, nennen Sie uns die Referenz.',
    },
    words: {
      'store-unavailable': {
        title: 'Counterfoil ist gerade nicht erreichbar',
        meaning: 'Es liegt nicht an Ihnen. Wenn Sie etwas gedrückt haben, ist es vielleicht nicht geschehen.',
        advice: 'Warten Sie einen Moment und laden Sie diese Seite dann neu.',
      },
      'rate-limited': {
        title: 'Das war viel auf einmal',
        meaning: 'Es wurde nichts geändert.',
        advice: 'Warten Sie eine Minute und laden Sie diese Seite dann neu.',
      },
      'csrf-token-mismatch': {
        title: 'Diese Seite war zu lange offen, oder Cookies sind blockiert',
        meaning: 'Es wurde nichts geändert.',
        advice:
          'Counterfoil braucht ein Cookie, um weiterzumachen. Erlauben Sie Cookies für diese Website und beginnen Sie dann von vorn.',
      },
      'cross-site-request': {
        title: 'Etwas anderes wollte das starten',
        meaning: 'Wir haben es angehalten, und es wurde nichts geändert.',
        advice: 'Öffnen Sie Counterfoil und beginnen Sie von dort.',
      },
      'session-ended': {
        title: 'Sie wurden abgemeldet',
        meaning: 'Was verbunden ist, bleibt verbunden.',
        advice: 'Öffnen Sie Counterfoil und melden Sie sich wieder an.',
      },
      'not-found': {
        title: 'Diese Seite finden wir nicht',
        meaning: 'Die Adresse ist vielleicht falsch, oder die Seite gibt es nicht mehr.',
        advice: 'Öffnen Sie Counterfoil und machen Sie von dort weiter.',
      },
    },
  },
}

/** The problems that have words of their own; of every other one the page says that the fault is ours. */
export const PROBLEMS_WITH_WORDS: readonly string[] = Object.keys(LANGUAGES.en.words)

/** The colours of the app that this page needs, as custom properties. */
function coloursOf(palette: Palette): string {
  return (['page', 'ink', 'muted', 'accent'] as const).map((role) => `--${role}:${palette[role]}`).join(';')
}

const STYLE = [
  `:root{color-scheme:light dark;${coloursOf(LIGHT)}}`,
  `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${coloursOf(DARK)}}}`,
  `:root[data-theme=dark]{color-scheme:dark;${coloursOf(DARK)}}:root[data-theme=light]{color-scheme:light}`,
  'body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}',
  'main{max-width:34rem;margin:0 auto;padding:3rem 1.5rem}',
  'h1{font-size:1.75rem;line-height:1.2;margin:0 0 1rem;text-wrap:balance}',
  'a{color:var(--accent);display:inline-block;padding:.75rem 0}',
  'small{color:var(--muted);font-size:.875rem}',
].join('')

/**
 * The page of a problem that happened on a navigation. It needs nothing but this process: no script, no file, no store,
 * and nothing of the request is in it.
 * @param options.reference Joins the page with the logs, for example `7F2K-91`.
 * @param options.nonce Of the page's policy, for its style sheet.
 */
export function renderProblemPage(options: {
  readonly code: ProblemCode
  readonly reference: string
  readonly nonce: string
  readonly appearance: Appearance
  readonly supportUrl?: string | undefined
}): string {
  const { locale, theme } = options.appearance
  const language = LANGUAGES[locale]
  const { title, meaning, advice } = language.words[options.code] ?? language.other
  const reference = `${language.reference} ${options.reference}`
  // Only where the advice is to tell us; the other problems pass, or are mended by the person.
  const contact =
    options.supportUrl === undefined || language.words[options.code] !== undefined
      ? ''
      : `\n<p><a href="${escapeHtml(contactAddress({ supportUrl: options.supportUrl, subject: reference }))}">${language.contact}</a></p>`
  return `<!doctype html>
<html lang="${locale}" data-theme="${theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} – Counterfoil</title>
<style nonce="${options.nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${meaning}</p>
<p>${advice}</p>
<p><a href="/">${language.home}</a></p>${contact}
<p><small>${reference}</small></p>
</main>
</body>
</html>
`
}
