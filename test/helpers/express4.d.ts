/** Express 4 under its alias. What the tests use of it is in Express 5 as well, and has the same types. */
declare module 'express4' {
  import express from 'express';
  export default express;
}
