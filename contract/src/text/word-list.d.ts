declare module '@zxcvbn-ts/language-en/dist/firstnames.json.mjs' {
  const words: string[];

  export { words as default };
}
