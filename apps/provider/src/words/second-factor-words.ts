import { html } from '#html/html.ts'

/** The code after the password, and the page where it is turned on and off. */
export function secondFactorEn(harbour: string) {
  return {
    ask: askEn(harbour),
    page: {
      title: 'How you sign in',
      lede: 'Your password, and if you want a code from an app on your phone as well.',
      what: 'Codes from an app',
      off: 'Off. Whoever learns your password can sign in.',
      notHere: `Off. Whoever looks after ${harbour} has not made them available.`,
      on: (day: string) => `On since ${day}. Signing in asks for a code after the password.`,
      left: (count: number) =>
        count === 0
          ? 'No recovery codes are left. For new ones, turn codes off and on again.'
          : count === 1
            ? '1 recovery code is left. For new ones, turn codes off and on again.'
            : `${count} recovery codes are left. For new ones, turn codes off and on again.`,
      turnOn: 'Turn on',
      turnOff: 'Turn off',
      wasOff: 'Codes from an app are off now',
      home: 'Ask for a code from your phone as well as the password.',
    },
    setUp: setUpEn,
    made: {
      title: 'Codes are on',
      keep: 'Keep these recovery codes where you’d find them without your phone. They are shown this once.',
      each: 'Each one signs you in once in the place of a code from the app.',
      done: 'I kept them',
    },
    turnOff: {
      title: 'Turn off codes from an app?',
      body: 'After that the password alone signs you in. The key in your app and your recovery codes stop working for good.',
      code: 'Code from the app, or a recovery code',
      button: 'Turn off',
      keep: 'Keep them on',
    },
  }
}

export function secondFactorFr(harbour: string): ReturnType<typeof secondFactorEn> {
  return {
    ask: askFr(harbour),
    page: {
      title: 'Votre façon de vous connecter',
      lede: 'Votre mot de passe et, si vous le voulez, un code d’une application de votre téléphone.',
      what: 'Codes d’une application',
      off: 'Désactivés. Quiconque apprend votre mot de passe peut se connecter.',
      notHere: `Désactivés. La personne qui s’occupe de ${harbour} ne les a pas rendus disponibles.`,
      on: (day) => `Activés depuis le ${day}. La connexion demande un code après le mot de passe.`,
      left: (count) =>
        count === 0
          ? 'Il ne reste aucun code de secours. Pour en obtenir, désactivez puis réactivez les codes.'
          : count === 1
            ? 'Il reste 1 code de secours. Pour en obtenir d’autres, désactivez puis réactivez les codes.'
            : `Il reste ${count} codes de secours. Pour en obtenir d’autres, désactivez puis réactivez les codes.`,
      turnOn: 'Activer',
      turnOff: 'Désactiver',
      wasOff: 'Les codes d’une application sont désactivés',
      home: 'Demander un code de votre téléphone en plus du mot de passe.',
    },
    setUp: setUpFr,
    made: {
      title: 'Les codes sont activés',
      keep: 'Gardez ces codes de secours là où vous les trouveriez sans votre téléphone. Ils ne sont affichés que cette fois.',
      each: 'Chacun vous connecte une seule fois, à la place d’un code de l’application.',
      done: 'Je les ai gardés',
    },
    turnOff: {
      title: 'Désactiver les codes d’une application ?',
      body: 'Ensuite, le mot de passe suffira pour vous connecter. La clé de votre application et vos codes de secours ne fonctionneront plus jamais.',
      code: 'Code de l’application, ou code de secours',
      button: 'Désactiver',
      keep: 'Les garder',
    },
  }
}

function askEn(harbour: string) {
  return {
    title: 'Enter the code from your app',
    recoveryTitle: 'Enter a recovery code',
    forAccount: (email: string) => html`Signing in as <b>${email}</b>.`,
    label: 'Code',
    hint: 'Six digits, in the app you set up for this account.',
    recoveryLabel: 'Recovery code',
    recoveryHint: 'One of those you kept when you turned codes on. Each works once.',
    button: 'Carry on',
    other: 'Use a recovery code',
    otherApp: 'Use a code from the app',
    back: 'Sign in as somebody else',
    missing: 'Enter the code',
    wrong: 'That code isn’t right. Codes change every 30 seconds, and each works once.',
    wrongRecovery: 'That recovery code isn’t right, or was used before.',
    noWay: `No app and no recovery code at hand? Whoever looks after ${harbour} for you can turn codes off for this account.`,
  }
}

function askFr(harbour: string): ReturnType<typeof askEn> {
  return {
    title: 'Entrez le code de votre application',
    recoveryTitle: 'Entrez un code de secours',
    forAccount: (email) => html`Connexion en tant que <b>${email}</b>.`,
    label: 'Code',
    hint: 'Six chiffres, dans l’application que vous avez choisie pour ce compte.',
    recoveryLabel: 'Code de secours',
    recoveryHint:
      'L’un de ceux que vous avez gardés en activant les codes. Chacun fonctionne une seule fois.',
    button: 'Continuer',
    other: 'Utiliser un code de secours',
    otherApp: 'Utiliser un code de l’application',
    back: 'Se connecter avec un autre compte',
    missing: 'Entrez le code',
    wrong:
      'Ce code est incorrect. Les codes changent toutes les 30 secondes, et chacun fonctionne une seule fois.',
    wrongRecovery: 'Ce code de secours est incorrect ou a déjà servi.',
    noWay: `Ni application ni code de secours sous la main ? La personne qui s’occupe de ${harbour} pour vous peut désactiver les codes de ce compte.`,
  }
}

const setUpEn = {
  title: 'Turn on codes from an app',
  scan: 'Scan this picture with an app for sign-in codes on your phone.',
  picture: 'QR code that holds the key below',
  open: 'Or open the app on this device',
  key: 'Or type this key into the app:',
  enter: 'Then enter the code that the app shows',
  stays: 'Where you are signed in now, you stay signed in.',
  button: 'Turn on',
  cancel: 'Leave it off',
}

const setUpFr: typeof setUpEn = {
  title: 'Activer les codes d’une application',
  scan: 'Numérisez cette image avec une application de codes de connexion sur votre téléphone.',
  picture: 'Code QR qui contient la clé ci-dessous',
  open: 'Ou ouvrez l’application sur cet appareil',
  key: 'Ou tapez cette clé dans l’application :',
  enter: 'Entrez ensuite le code que l’application affiche',
  stays: 'Là où vous êtes connecté maintenant, vous le restez.',
  button: 'Activer',
  cancel: 'Ne pas activer',
}
