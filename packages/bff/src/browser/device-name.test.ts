import { describe, expect, it } from 'vitest'
import { describeDevice } from './device-name.ts'

describe(describeDevice, () => {
  it.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0 Safari/537.36 Edg/153.0',
      'Edge on Windows',
    ],
    ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/153.0 Safari/537.36', 'Chrome on Windows'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/26.0 Safari/605',
      'Safari on Mac',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605 Version/26.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/153.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/153.0 Safari/537.36 OPR/117.0',
      'Opera on Linux',
    ],
    ['Mozilla/5.0 (iPhone) AppleWebKit/605 Version/26.0 Mobile Safari/604 OPT/5.0', 'Opera on iPhone'],
    ['Mozilla/5.0 (iPhone) AppleWebKit/605 Version/26.0 EdgiOS/153.0 Mobile Safari/604', 'Edge on iPhone'],
    ['Mozilla/5.0 (iPhone) AppleWebKit/605 FxiOS/140.0 Mobile Safari/604', 'Firefox on iPhone'],
    ['Mozilla/5.0 (iPhone) AppleWebKit/605 CriOS/153.0 Mobile Safari/604', 'Chrome on iPhone'],
    [
      'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/153.0 Safari/537.36 Vivaldi/7.0',
      'Vivaldi on Windows',
    ],
    [
      'Mozilla/5.0 (iPad; CPU OS 26_0 like Mac OS X) AppleWebKit/605 Version/26.0 Safari/604',
      'Safari on iPad',
    ],
    [
      'Mozilla/5.0 (X11; CrOS x86_64 16000.0) AppleWebKit/537.36 Chrome/153.0 Safari/537.36',
      'Chrome on ChromeOS',
    ],
    ['Mozilla/5.0 Firefox/140.0', 'Firefox'],
    // No browser sends so long a header; the rest of it is ignored.
    [`${'x'.repeat(512)} Firefox/140.0`, 'Unknown browser'],
    [`${'x'.repeat(511)} Linux`, 'Unknown browser'],
    ['curl/8', 'Unknown browser'],
    [undefined, 'Unknown browser'],
    ['<script>alert(1)</script> Linux', 'A browser on Linux'],
  ])('recognizes %s', (header, words) => {
    expect(describeDevice(header)).toBe(words)
  })
})
