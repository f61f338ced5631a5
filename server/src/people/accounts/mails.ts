import { INVITATION_EXPIRES_MS, RESET_LINK_EXPIRES_MS } from '@placard/contract'
import { mailOf } from '../../platform/mail/letter.ts'
import type { WriteMail } from '../../platform/mail/mailer.ts'

/** @param url contains the token, which is not written anywhere else */
export function resetMail(to: string, url: string): WriteMail {
  const minutes = RESET_LINK_EXPIRES_MS / 60_000
  return mailOf(to, {
    en: {
      subject: 'Reset your Placard password',
      before: [
        'Hello,',
        `Somebody requested a new password for the Placard account ${to}. If it was you, open this page and choose one:`,
      ],
      link: { url, words: 'Choose a new password' },
      after: [
        `The link works once, within ${minutes} minutes.`,
        'If it was not you, ignore this email. Your password does not change.',
      ],
    },
    ar: {
      subject: 'كلمة مرور جديدة لحسابك في Placard',
      before: [
        'مرحبًا،',
        `طلب أحدهم كلمة مرور جديدة لحساب Placard ‏${to}. إن كنت أنت من طلبها فافتح هذه الصفحة واختر كلمة مرور:`,
      ],
      link: { url, words: 'اختيار كلمة مرور جديدة' },
      after: [
        `يعمل الرابط مرة واحدة، خلال ${minutes} دقائق.`,
        'إن لم تكن أنت من طلبها فلا يلزمك فعل شيء: تبقى كلمة مرورك كما هي.',
      ],
    },
  })
}

/** To an address that was used to sign up. @param url as in `resetMail` */
export function confirmMail(to: string, url: string): WriteMail {
  const minutes = RESET_LINK_EXPIRES_MS / 60_000
  return mailOf(to, {
    en: {
      subject: 'Confirm your email address',
      before: [
        'Hello,',
        `Somebody signed up for Placard with the address ${to}. If it was you, open this page and choose your password again. This confirms your address and gives you access to the displays of your organisation:`,
      ],
      link: { url, words: 'Confirm this address' },
      after: [
        `The link works once, within ${minutes} minutes. After that, request another one with “Forgot your password?”.`,
        'If it was not you, ignore this email. The other person gets no access.',
      ],
    },
    ar: {
      subject: 'أكّد أن هذا العنوان لك',
      before: [
        'مرحبًا،',
        `سجّل أحدهم حسابًا في Placard بالعنوان ‏${to}. إن كنت أنت فافتح هذه الصفحة واختر كلمة المرور مرة أخرى. بذلك يثبت أن العنوان لك، ويُفتح ما اشتركت به مؤسستك لأجله:`,
      ],
      link: { url, words: 'هذا العنوان لي' },
      after: [
        `يعمل الرابط مرة واحدة، خلال ${minutes} دقائق. بعدها اطلب رابطًا آخر من «نسيت كلمة المرور؟».`,
        'إن لم تكن أنت فلا يلزمك فعل شيء: لا شيء مفتوح لمن فعل ذلك.',
      ],
    },
  })
}

/**
 * To a subscribed address without an account.
 *
 * @param organisation its name
 * @param url of the invitation, which is not written anywhere else
 */
export function invitationMail(to: string, organisation: string, url: string): WriteMail {
  const days = INVITATION_EXPIRES_MS / (24 * 60 * 60_000)
  return mailOf(to, {
    en: {
      subject: `Your account for the displays of ${organisation}`,
      before: [
        'Hello,',
        `You are subscribed to manage displays of ${organisation}. Open this page and choose a password:`,
      ],
      link: { url, words: 'Create my account' },
      after: [`The link works once, within ${days} days, and only for the address ${to}. Do not share it.`],
    },
    ar: {
      subject: `حسابك لشاشات ${organisation}`,
      before: ['مرحبًا،', `أنت مشترك لإدارة شاشات ${organisation}. افتح هذه الصفحة واختر كلمة مرور:`],
      link: { url, words: 'إنشاء حسابي' },
      after: [`يعمل الرابط مرة واحدة، خلال ${days} أيام، وللعنوان ‏${to} وحده. لا تعطه لأحد.`],
    },
  })
}

/** @param url of the page for forgotten passwords; undefined if the installation's address is not known */
export function passwordChangedMail(to: string, url: string | undefined): WriteMail {
  const linkOf = (words: string) => (url === undefined ? {} : { link: { url, words } })
  return mailOf(to, {
    en: {
      subject: 'Your Placard password was changed',
      before: [
        'Hello,',
        `The password of the Placard account ${to} was changed, and all other devices were signed out.`,
        'If it was you, ignore this email. If not, choose a new password now and contact the person who runs Placard for your organisation.',
      ],
      ...linkOf('Choose a new password'),
      after: [],
    },
    ar: {
      subject: 'تغيّرت كلمة مرورك في Placard',
      before: [
        'مرحبًا،',
        `تغيّرت الآن كلمة مرور حساب Placard ‏${to}، وسُجّل خروج كل جهاز آخر.`,
        'إن كنت أنت من غيّرها فلا يلزمك فعل شيء. وإن لم تكن أنت فاختر كلمة مرور جديدة فورًا وأخبر من يشغّل Placard في مؤسستك.',
      ],
      ...linkOf('اختيار كلمة مرور جديدة'),
      after: [],
    },
  })
}

/** @param on true if it was turned on, false if it was turned off */
export function secondFactorMail(to: string, on: boolean): WriteMail {
  const state = on ? 'on' : 'off'
  return mailOf(to, {
    en: {
      subject: `Two-factor sign-in for Placard was turned ${state}`,
      before: [
        'Hello,',
        `Two-factor sign-in was turned ${state} for the Placard account ${to}.`,
        'If it was you, ignore this email. If not, change your password now and contact the person who runs Placard for your organisation.',
      ],
      after: [],
    },
    ar: {
      subject: on ? 'شُغّل تسجيل الدخول بخطوتين في Placard' : 'أُوقف تسجيل الدخول بخطوتين في Placard',
      before: [
        'مرحبًا،',
        on
          ? `شُغّل الآن تسجيل الدخول بخطوتين لحساب Placard ‏${to}.`
          : `أُوقف الآن تسجيل الدخول بخطوتين لحساب Placard ‏${to}.`,
        'إن كنت أنت من فعل ذلك فلا يلزمك شيء. وإن لم تكن أنت فغيّر كلمة مرورك فورًا وأخبر من يشغّل Placard في مؤسستك.',
      ],
      after: [],
    },
  })
}

/** @param provider display name of the identity provider */
export function identityLinkedMail(to: string, provider: string): WriteMail {
  return mailOf(to, {
    en: {
      subject: `Your Placard account is linked to ${provider}`,
      before: [
        'Hello,',
        `Somebody signed in through ${provider} with the address ${to} for the first time. Your Placard account is now linked to that sign-in.`,
        'If it was you, ignore this email. If not, contact the person who runs Placard for your organisation.',
      ],
      after: [],
    },
    ar: {
      subject: `صار حسابك في Placard يُفتح عبر ${provider}`,
      before: [
        'مرحبًا،',
        `سجّل أحدهم الدخول عبر ${provider} بالعنوان ${to} للمرة الأولى، وهذا يفتح حسابك في Placard من الآن فصاعدًا.`,
        'إن كنت أنت فلا يلزمك شيء. وإن لم تكن أنت فأخبر من يشغّل Placard في مؤسستك.',
      ],
      after: [],
    },
  })
}
