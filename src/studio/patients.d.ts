/** examples/patients.csv as text, put in by the build. */
declare module '#patients' {
  const text: string;
  export default text;
}
