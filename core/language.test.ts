import fc from 'fast-check';
import { expect, test } from 'vitest';
import { directionOf, languageOf } from './language.ts';
import { readLetterLanguage } from './letter-language.ts';

test.each([
  ['夜の手紙を書いています', 'ja'],
  ['東京タワー', 'ja'],
  ['お手紙拝見', 'ja'],
  ['ﾗﾌﾞﾚﾀｰ', 'ja'],
  ['오늘은 비가 와요', 'ko'],
  ['今天下雨了', 'zh'],
  ['𠮷', 'zh'],
  ['كتبت لك من الشرفة', 'ar'],
  ['כתבתי לך מהמרפסת', 'he'],
  ['Σου γράφω από τη βεράντα', 'el'],
  ['เขียนถึงเธอจากระเบียง', 'th'],
  ['გწერ აივნიდან', 'ka'],
  ['Գրում եմ պատշգամբից', 'hy'],
  ['ຂຽນຫາເຈົ້າຈາກລະບຽງ', 'lo'],
  ['ខ្ញុំសរសេរពីរាន', 'km'],
  ['လသာဆောင်မှ ရေးသည်', 'my'],
  ['ཡི་གེ་ཞིག་བྲིས', 'bo'],
  ['బాల్కనీ నుండి రాస్తున్నాను', 'te'],
  ['ಜಗುಲಿಯಿಂದ ಬರೆಯುತ್ತಿದ್ದೇನೆ', 'kn'],
  ['മട്ടുപ്പാവിൽ നിന്ന് എഴുതുന്നു', 'ml'],
  ['සඳලුතලයෙන් ලියමි', 'si'],
  ['மாடத்திலிருந்து எழுதுகிறேன்', 'ta'],
  ['ઝરૂખેથી લખું છું', 'gu'],
  ['ਬਰਾਂਡੇ ਤੋਂ ਲਿਖਦਾ ਹਾਂ', 'pa'],
])('%s is recognised as %s', (text, language) => {
  expect(languageOf(text, null)).toBe(language);
});

// The marks on the letters of the last are more than half of them.
test.each([
  '',
  'Cher Zoë',
  'Thư từ ban công ẩm ướt',
  '“—” ♥ 🕊',
  'Привет',
  'छत से',
  '123 !',
  'He said שלום and left',
  'Dear Sophea ខ្ញុំស្រី',
])('%j has no recognisable language', (text) => {
  expect(languageOf(text, null)).toBeUndefined();
});

test('the beginning of a long text tells', () => {
  expect(languageOf(`${'σου γράφω '.repeat(200)}${'nachts '.repeat(2000)}`, null)).toBe('el');
  expect(languageOf(`${'nachts '.repeat(2000)}夜の手紙`, null)).toBeUndefined();
});

test.each([
  ['كتبت لك', 'rtl'],
  ['«שלום» he said', 'rtl'],
  ['1. ܫܠܡܐ', 'rtl'],
  ['𞤀𞤣𞤤𞤢𞤥', 'rtl'],
  ['\u200f♥', 'rtl'],
  ['ﷺ', 'rtl'],
  ['… 12 שלום Daniel', 'rtl'],
  ['He said שלום', 'ltr'],
  ['\u200eשלום', 'ltr'],
  ['١٢ Días', 'ltr'],
  ['給在雨季的你', 'ltr'],
  ['♥ 2026', 'ltr'],
  ['', 'ltr'],
])('%j has the direction %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

test('never throws, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(languageOf(text, null) ?? 'en').toMatch(/^[a-z]{2}$/);
    }),
  );
});

test.each([
  ['es', 'Querida Zoë, ya volvieron las golondrinas', 'es'],
  ['vi', 'Thư từ ban công ẩm ướt', 'vi'],
  ['ru', 'Привет с балкона', 'ru'],
  ['hi', 'छत से', 'hi'],
  ['fa', 'از بالکن می‌نویسم', 'fa'],
  ['ja', '東京', 'ja'],
  ['zh-TW', '今天下雨了', 'zh-TW'],
  ['es', '', 'es'],
])('of an owner who writes in %s, %j is %s', (tag, text, language) => {
  expect(languageOf(text, readLetterLanguage(tag))).toBe(language);
});

test.each([
  ['es', 'Привет', undefined],
  ['es', 'كتبت لك من الشرفة', 'ar'],
  ['ru', 'Cher Zoë', undefined],
  ['ru', 'Σου γράφω από τη βεράντα', 'el'],
  ['zh', '夜の手紙を書いています', 'ja'],
  ['ja', '오늘은 비가 와요', 'ko'],
  ['fa', 'He said سلام and left', undefined],
])('of an owner who writes in %s, %j is not in that language', (tag, text, language) => {
  expect(languageOf(text, readLetterLanguage(tag))).toBe(language);
});
