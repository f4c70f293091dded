declare module 'pg' {
  const pg: { readonly Pool: new (config: object) => unknown };
  export default pg;
}
