// Node has Temporal, but the compiler's library does not describe it yet. This file declares the parts in use.
declare namespace Temporal {
  class Instant {
    static from(words: string): Instant
    static fromEpochMilliseconds(milliseconds: number): Instant
    readonly epochMilliseconds: number
    /** @throws RangeError for an unknown time zone */
    toZonedDateTimeISO(timeZone: string): ZonedDateTime
  }
  class ZonedDateTime {
    readonly epochMilliseconds: number
    readonly offsetNanoseconds: number
    readonly year: number
    readonly month: number
    readonly day: number
    readonly hour: number
    readonly minute: number
    readonly second: number
    readonly millisecond: number
    toPlainDate(): PlainDate
    toPlainTime(): { toString(): string }
    getTimeZoneTransition(direction: 'next' | 'previous'): ZonedDateTime | null
  }
  class PlainDate {
    static from(words: string): PlainDate
    /** The first moment of the day. */
    toZonedDateTime(timeZone: string): ZonedDateTime
    toString(): string
  }
  class PlainDateTime {
    static from(words: string): PlainDateTime
    toZonedDateTime(timeZone: string): ZonedDateTime
  }
}
