/** Names that apps put into the user agent of the browser inside them. */
const SIGNS =
  /\b(FBAN|FBAV|FB_IAB|Instagram|Line\/|MicroMessenger|Twitter|TikTok|musical_ly|Snapchat|Pinterest|LinkedInApp|GSA\/|KAKAOTALK|NAVER)/

/** Android's embedded view marks itself with `; wv)`. */
const ANDROID_VIEW = /; wv\)/
/** On iOS every real browser names itself; an embedded view says only "Mobile/…". */
const IOS_VIEW = /\((iPhone|iPad|iPod).*AppleWebKit(?!.*(Safari|CriOS|FxiOS|EdgiOS|OPiOS))/

/** Is this the browser inside another app, where signing in elsewhere often fails? */
export function isInAppBrowser(userAgent: string): boolean {
  return SIGNS.test(userAgent) || ANDROID_VIEW.test(userAgent) || IOS_VIEW.test(userAgent)
}
