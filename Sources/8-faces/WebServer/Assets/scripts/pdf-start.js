// Begins to load pdf.js and to start its worker, which takes longest, before the page's other scripts have come.

import { warm } from "./pdf-library.js";

warm();
