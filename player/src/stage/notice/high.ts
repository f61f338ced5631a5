/** Scripts whose letters are taller, or reach lower, than Latin, Greek and Cyrillic ones. */
export const HIGH = /[\u0590-\u1CFF\u2E80-\uD7FF\uF900-\uFEFF]/
